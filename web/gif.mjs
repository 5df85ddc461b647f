// Animated GIFs, for chats that show no SVG: loaded when one is wanted.

const PALETTE_BITS = 8, TRANSPARENT = 255; // for pixels that stay as they are
const MOST_CODES = 4096;

/** @param {number} n */
const short = (n) => [n & 255, n >> 8];

/** @param {string} text */
const ascii = (text) => Array.from(text, (character) => character.charCodeAt(0));

/** The number of a colour: five bits each of red, green and blue.
 * @type {(data: Uint8ClampedArray, pixel: number) => number} */
const colourAt = (data, pixel) =>
    (data[4 * pixel] >> 3) << 10 | (data[4 * pixel + 1] >> 3) << 5 | data[4 * pixel + 2] >> 3;

/** @param {number} colour */
const channels = (colour) => [colour >> 10, colour >> 5 & 31, colour & 31].map((five) => Math.round(five * 255 / 31));

/** The most frequent colours, and the index of the nearest one for each colour that is there.
 * @param {ImageData[]} frames */
function findPalette(frames) {
    const counts = new Map();
    for (const {data} of frames)
        for (let pixel = 0; pixel < data.length / 4; pixel++)
            counts.set(colourAt(data, pixel), (counts.get(colourAt(data, pixel)) ?? 0) + 1);
    const colours = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
    const palette = colours.slice(0, TRANSPARENT).map(channels);
    const distance = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
        a.reduce((sum, one, i) => sum + (one - b[i]) ** 2, 0);
    const nearest = (/** @type {number} */ colour) => palette.reduce((best, one, i) =>
        distance(one, channels(colour)) < distance(palette[best], channels(colour)) ? i : best, 0);
    const index = new Map(colours.map((colour, i) => [colour, i < TRANSPARENT ? i : nearest(colour)]));
    const bytes = Array.from({length: 3 * (TRANSPARENT + 1)}, (_, i) => palette[Math.floor(i / 3)]?.[i % 3] ?? 0);
    return {index, palette: bytes};
}

/** By the method of Lempel, Ziv and Welch.
 * @param {number[]} pixels */
function compress(pixels) {
    const clear = 1 << PALETTE_BITS, bytes = [];
    let bits = 0, length = 0, size = 0, next = 0, codes = new Map();
    const write = (/** @type {number} */ code) => {
        bits |= code << length;
        for (length += size; length >= 8; length -= 8, bits >>>= 8)
            bytes.push(bits & 255);
    };
    const begin = () => {
        size = PALETTE_BITS + 1;
        next = clear + 2;
        codes = new Map();
    };
    begin();
    write(clear);
    let prefix = pixels[0];
    for (const pixel of pixels.slice(1)) {
        const key = prefix << PALETTE_BITS | pixel, known = codes.get(key);
        if (known !== undefined) {
            prefix = known;
            continue;
        }
        write(prefix);
        prefix = pixel;
        if (next === MOST_CODES) {
            write(clear);
            begin();
            continue;
        }
        if (next === 1 << size)
            size++;
        codes.set(key, next++);
    }
    write(prefix);
    write(clear + 1); // the end
    bytes.push(bits & 255);
    return bytes;
}

/** The frames one after the other, again and again, each for so many hundredths of a second.
 * @type {(frames: ImageData[], delays: number[]) => Blob} */
export function encode(frames, delays) {
    const [{width, height}] = frames, {index, palette} = findPalette(frames);
    const bytes = [...ascii('GIF89a'), ...short(width), ...short(height), 0xf0 | PALETTE_BITS - 1, 0, 0, ...palette,
                   0x21, 0xff, 11, ...ascii('NETSCAPE2.0'), 3, 1, 0, 0, 0];
    frames.forEach(({data}, i) => {
        const before = frames[i - 1]?.data;
        const pixels = Array.from({length: width * height}, (_, pixel) => {
            const colour = colourAt(data, pixel);
            return before && colourAt(before, pixel) === colour ? TRANSPARENT : Number(index.get(colour));
        });
        // The rows that change.
        const changed = pixels.flatMap((pixel, at) => pixel === TRANSPARENT ? [] : [Math.floor(at / width)]);
        const top = changed[0], end = changed[changed.length - 1] + 1;
        bytes.push(0x21, 0xf9, 4, 5, ...short(delays[i]), TRANSPARENT, 0,
                   0x2c, 0, 0, ...short(top), ...short(width), ...short(end - top), 0, PALETTE_BITS);
        const compressed = compress(pixels.slice(top * width, end * width));
        for (let at = 0; at < compressed.length; at += 255) {
            const block = compressed.slice(at, at + 255);
            bytes.push(block.length, ...block);
        }
        bytes.push(0);
    });
    return new Blob([new Uint8Array([...bytes, 0x3b])], {type: 'image/gif'});
}
