// The demonstration of <fourscore-board>: its attributes are the state, the form and the
// code follow them.

const board = document.querySelector('fourscore-board'), form = document.querySelector('form');
const get = (id) => document.getElementById(id);
const attributes = [...form.elements].filter((control) => control.name);
const SHOWN = 10;

function show() {
    for (const control of attributes)
        if (control.type === 'checkbox')
            control.checked = board.hasAttribute(control.name);
        else
            control.value = board.getAttribute(control.name) ?? '';
    get('address').value = board.address;
    get('code').textContent = '<script type="module" src="fourscore-board.js"></script>\n' +
        board.outerHTML.replaceAll('=""', '');
}

form.addEventListener('submit', (event) => event.preventDefault());
for (const type of ['input', 'change'])
    form.addEventListener(type, ({target}) => {
        const value = target.type === 'checkbox' ? '' : target.value;
        if (target.name && (target.checked || value))
            board.setAttribute(target.name, value);
        else
            board.removeAttribute(target.name);
    });
get('play-4').addEventListener('click', () => board.play(4));
get('ply-back').addEventListener('click', () => board.ply -= 1);

for (const type of ['move', 'change', 'scores'])
    board.addEventListener(type, (event) => {
        if (type === 'move' && get('prevent').checked)
            event.preventDefault();
        const line = document.createElement('li');
        line.textContent = `${type} ${JSON.stringify(event.detail).slice(0, 160)}`;
        get('events').prepend(line);
        get('events').children[SHOWN]?.remove();
    });

new MutationObserver(show).observe(board, {attributes: true});
show();
