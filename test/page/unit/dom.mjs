// As much of a document as the modules of the page need, without a layout.

export class Element extends EventTarget {
    #attributes = new Map();
    nodes = []; // elements and strings
    parentElement = null;
    style = {setProperty: (name, value) => this.style[name] = value};
    dataset = {};
    hidden = false;
    disabled = false;
    box = {left: 0, top: 0, width: 0, height: 0, bottom: 0};
    scrolled = []; // the arguments of scrollIntoView()

    constructor(name) {
        super();
        this.tagName = name.toUpperCase();
    }

    get children() {
        return this.nodes.filter((node) => node instanceof Element);
    }
    get firstElementChild() {
        return this.children[0] ?? null;
    }
    get textContent() {
        return this.nodes.map((node) => node.textContent ?? node).join('');
    }
    set textContent(text) {
        this.replaceChildren(...text === '' ? [] : [text]);
    }
    append(...nodes) {
        for (const node of nodes) {
            if (node instanceof Element) {
                node.remove();
                node.parentElement = this;
            }
            this.nodes.push(node);
        }
    }
    replaceChildren(...nodes) {
        this.nodes = [];
        this.append(...nodes);
    }
    remove() {
        const siblings = this.parentElement?.nodes ?? [];
        if (siblings.includes(this))
            siblings.splice(siblings.indexOf(this), 1);
        this.parentElement = null;
    }

    get className() {
        return this.getAttribute('class') ?? '';
    }
    set className(name) {
        this.setAttribute('class', name);
    }
    get classList() {
        const names = new Set(this.className.split(' ').filter((name) => name !== ''));
        return {contains: (name) => names.has(name), toggle: (name, on) => {
            names[on ? 'add' : 'delete'](name);
            this.className = [...names].join(' ');
        }};
    }
    getAttribute(name) {
        return this.#attributes.get(name) ?? null;
    }
    setAttribute(name, value) {
        this.#attributes.set(name, String(value));
    }
    hasAttribute(name) {
        return this.#attributes.has(name);
    }
    removeAttribute(name) {
        this.#attributes.delete(name);
    }
    toggleAttribute(name, on) {
        if (on)
            this.setAttribute(name, '');
        else
            this.removeAttribute(name);
    }

    /** Of the names in a list, perhaps with more after each. */
    matches() {
        return false;
    }
    closest(selector) {
        const names = selector.split(', ').map((one) => one.split(':')[0].toUpperCase());
        return names.includes(this.tagName) && this.type !== 'checkbox' ? this
            : this.parentElement?.closest(selector) ?? null;
    }
    contains(other) {
        return other === this || this.children.some((child) => child.contains(other));
    }
    /** All that follow, of this name, or of this class if it begins with a dot. */
    all(selector) {
        const isOne = ({tagName, classList}) => selector.startsWith('.')
            ? classList.contains(selector.slice(1)) : tagName === selector.toUpperCase();
        return this.children.flatMap((child) =>
            [...isOne(child) ? [child] : [], ...child.all(selector)]);
    }
    getBoundingClientRect() {
        return this.box;
    }
    scrollIntoView(options) {
        this.scrolled.push(options);
    }
    checkVisibility() {
        return !this.hidden;
    }
    cloneNode() {
        return Object.assign(new Element(this.tagName), {text: this.text, value: this.value});
    }
    focus() {
        document.activeElement = this;
        this.dispatchEvent(new Event('focus'));
    }
    blur() {
        document.activeElement = document.body;
    }
    click() {
        this.dispatchEvent(new Event('click'));
    }
}

/** A document with an element for each name. */
export function makeDocument(...names) {
    const elements = new Map(names.map((name) => [name, new Element('div')]));
    globalThis.document = {
        createElement: (name) => new Element(name),
        createElementNS: (_, name) => new Element(name),
        getElementById: (name) => elements.get(name),
        activeElement: null,
    };
    globalThis.innerHeight = 800;
    return Object.fromEntries(elements);
}
