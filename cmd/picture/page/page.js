'use strict';

// A page about a picture. What it knows of the layout stands in `data`; the picture is there without it.

const data = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);
const about = byId('about');
const svgSpace = 'http://www.w3.org/2000/svg';

const make = (name, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
};
const makeSvg = (name, attributes = {}) => {
  const node = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
};

// The panels: each a picture, and over it what is highlighted.

/** The groups that were kept aside under a name. */
const spare = (canvas, name) => [...(canvas.querySelector(`template.${name}`)?.content.querySelectorAll('svg > g') || [])];

/** The groups of texts, in the order in which they are written, and where each belongs. */
const chunksOf = (grid, canvas) => {
  const columns = data.shape[grid.across];
  const rows = grid.down < 0 ? 1 : data.shape[grid.down];
  const across = Math.ceil(columns / grid.chunk);
  const down = Math.ceil(rows / grid.chunk);
  return spare(canvas, 'texts').map((group, i) => {
    const page = Math.floor(i / (across * down));
    const left = (page % grid.pagesPerRow) * grid.pageWidth + grid.left + (i % across) * grid.chunk * grid.cellWidth;
    const top = Math.floor(page / grid.pagesPerRow) * grid.pageHeight + grid.top + (Math.floor(i / across) % down) * grid.chunk * grid.cellHeight;
    return { group, left, top, right: left + grid.chunk * grid.cellWidth, bottom: top + grid.chunk * grid.cellHeight, inView: false };
  });
};

let zoom = 1;
const panels = [...document.querySelectorAll('.scroll')].map((scroll) => {
  const canvas = scroll.querySelector('.canvas');
  const picture = canvas.querySelector('.picture');
  const { width, height } = picture.viewBox.baseVal;
  const overlay = makeSvg('svg', { class: 'overlay', viewBox: `0 0 ${width} ${height}` });
  canvas.append(overlay);
  const grid = JSON.parse(canvas.dataset.grid || 'null');
  return { scroll, canvas, picture, overlay, width, height, grid, chunks: grid ? chunksOf(grid, canvas) : [] };
});

/** Shows the texts that are in view, or near it, and large enough to be read: all of them would take seconds. */
const showTexts = () => {
  const near = 200;
  const readable = 11 * zoom >= 4;
  for (const { scroll, picture, chunks, width } of panels) {
    const box = picture.getBoundingClientRect();
    const port = scroll.getBoundingClientRect();
    const scale = width / box.width;
    const texts = picture.querySelector('.text');
    const left = (Math.max(port.left, 0) - near - box.left) * scale;
    const right = (Math.min(port.right, innerWidth) + near - box.left) * scale;
    const top = (Math.max(port.top, 0) - near - box.top) * scale;
    const bottom = (Math.min(port.bottom, innerHeight) + near - box.top) * scale;
    for (const chunk of chunks) {
      const inView = readable && chunk.left < right && chunk.right > left && chunk.top < bottom && chunk.bottom > top;
      if (inView && !chunk.inView) texts.append(chunk.group);
      if (!inView && chunk.inView) chunk.group.remove();
      chunk.inView = inView;
    }
  }
};
let waiting = false;
const showTextsSoon = () => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    showTexts();
  });
};

const applyZoom = () => {
  for (const panel of panels) {
    panel.canvas.style.width = `${panel.width * zoom}px`;
    panel.canvas.style.height = `${panel.height * zoom}px`;
  }
  showTexts();
};
const setZoom = (value) => {
  zoom = Math.min(4, Math.max(0.1, value));
  applyZoom();
};
byId('larger').addEventListener('click', () => setZoom(zoom * 1.25));
byId('smaller').addEventListener('click', () => setZoom(zoom / 1.25));
byId('fit').addEventListener('click', () => {
  const widest = Math.max(...panels.map((panel) => panel.width));
  const room = byId('pictures').parentElement.clientWidth;
  setZoom(Math.min(1, room / widest));
});
applyZoom();
for (const { scroll } of panels) scroll.addEventListener('scroll', showTextsSoon, { passive: true });
for (const event of ['scroll', 'resize', 'load']) addEventListener(event, showTextsSoon, { passive: true });

const inPicture = (panel, event) => {
  const box = panel.picture.getBoundingClientRect();
  return [
    ((event.clientX - box.left) * panel.width) / box.width,
    ((event.clientY - box.top) * panel.height) / box.height,
  ];
};

/** Scrolls a panel as little as shows a box of its picture. */
const reveal = (panel, x, y, width, height) => {
  const { scroll } = panel;
  const margin = 30;
  const along = (start, size, offset, room) =>
    start - margin < offset ? start - margin : Math.max(offset, start + size + margin - room);
  scroll.scrollTo(
    along(x * zoom, width * zoom, scroll.scrollLeft, scroll.clientWidth),
    along(y * zoom, height * zoom, scroll.scrollTop, scroll.clientHeight),
  );
};

const colouring = byId('colouring');
const colourings = [...new Set([...document.querySelectorAll('.legend-part[data-colouring]')].map((part) => part.dataset.colouring))];
for (const name of colourings) colouring.append(make('option', { value: name, textContent: `by ${name}` }));
colouring.addEventListener('change', () => {
  for (const { canvas, picture } of panels) {
    const there = picture.querySelector(`.by-${colouring.value}`);
    if (!there) picture.querySelector('.fill').after(...spare(canvas, `by-${colouring.value}`));
  }
  document.body.dataset.colouring = colouring.value;
});
byId('colour-choice').hidden = colourings.length < 2;
byId('choice').addEventListener('submit', (event) => event.preventDefault());

// Numbers of the layout.

const shape = data.shape || [];
const elementCount = shape.reduce((product, extent) => product * extent, 1);
const coordinateOf = (element) => {
  const coordinate = [];
  for (let d = shape.length - 1; d >= 0; --d) {
    coordinate[d] = element % shape[d];
    element = Math.floor(element / shape[d]);
  }
  return coordinate;
};
const elementAt = (coordinate) => coordinate.reduce((element, position, d) => element * shape[d] + position, 0);
const inWords = (coordinate) => `(${coordinate.join(',')})`;

/** The bits of a value that are set, the greatest first. */
const bitsOf = (value, count) => {
  const bits = [];
  for (let i = count - 1; i >= 0; --i) if (Math.floor(value / 2 ** i) % 2) bits.push(i);
  return bits;
};
const movedBy = (bases, value) => {
  const sum = shape.map(() => 0);
  for (const i of bitsOf(value, bases.length)) bases[i].forEach((step, d) => { sum[d] ^= step; });
  return sum;
};
const xor = (...coordinates) => shape.map((_, d) => coordinates.reduce((sum, c) => sum ^ c[d], 0));

/** A layout of registers: who holds an element, and why. */
const registers = () => {
  const { blocks, warps, lanes, registers: count, derivation } = data;
  const places = blocks * warps * lanes * count;
  const placeOf = (number) => ({
    block: Math.floor(number / (warps * lanes * count)),
    warp: Math.floor(number / (lanes * count)) % warps,
    lane: Math.floor(number / count) % lanes,
    register: number % count,
  });
  const numberOf = ({ block, warp, lane, register }) => ((block * warps + warp) * lanes + lane) * count + register;

  const { axes, bases } = derivation;
  const positions = (place) => axes.map((axis, a) =>
    derivation.register[place.register].repetitions[a] * axis.tile + derivation.warp[place.warp].parts[a] * axis.warpStep +
    derivation.lane[place.lane].parts[a] * axis.laneStep + derivation.register[place.register].elements[a]);
  const moved = (place) => (blocks > 1 ? ['block'] : []).concat('warp', 'lane', 'register')
    .map((index) => ({ index, by: movedBy(bases[index], place[index]) }));
  const coordinateIn = (place) => {
    if (bases) return xor(...moved(place).map((part) => part.by));
    const coordinate = [];
    positions(place).forEach((position, a) => {
      if (axes[a].dimension >= 0) coordinate[axes[a].dimension] = position % axes[a].extent;
    });
    return coordinate;
  };

  // Every place's element: worked out index by index, since there may be a million of them.
  const elementOf = new Int32Array(places);
  const eachThread = (visit) => {
    let number = 0;
    for (let block = 0; block < blocks; ++block) {
      for (let warp = 0; warp < warps; ++warp) {
        for (let lane = 0; lane < lanes; ++lane, number += count) visit({ block, warp, lane, register: 0 }, number);
      }
    }
  };
  if (bases) {
    // Extents are powers of two: what moves a coordinate moves the element's number alike.
    const byRegister = Array.from({ length: count }, (_, register) => elementAt(movedBy(bases.register, register)));
    eachThread((thread, number) => {
      const start = elementAt(coordinateIn(thread));
      for (let register = 0; register < count; ++register) elementOf[number + register] = start ^ byRegister[register];
    });
  } else {
    const strides = axes.map(({ dimension }) => (dimension < 0 ? 0 : shape.slice(dimension + 1).reduce((a, b) => a * b, 1)));
    const byRegister = derivation.register.map(({ repetitions, elements }) => axes.map((axis, a) => repetitions[a] * axis.tile + elements[a]));
    eachThread((thread, number) => {
      const start = positions(thread);
      for (let register = 0; register < count; ++register) {
        let element = 0;
        for (let a = 0; a < axes.length; ++a) element += ((start[a] + byRegister[register][a]) % axes[a].extent) * strides[a];
        elementOf[number + register] = element;
      }
    });
  }

  // Every element's places in order.
  const first = new Int32Array(elementCount + 1);
  for (const element of elementOf) ++first[element + 1];
  for (let element = 0; element < elementCount; ++element) first[element + 1] += first[element];
  const next = first.slice();
  const placesOf = new Int32Array(places);
  for (let number = 0; number < places; ++number) placesOf[next[elementOf[number]]++] = number;

  const explainByTile = (place) => {
    const lines = [];
    positions(place).forEach((position, a) => {
      const axis = axes[a];
      const coordinate = position % axis.extent;
      const left = axis.dimension < 0 ? `any ${position}`
        : position === coordinate ? `${position}`
          : `${coordinate} + ${Math.floor(position / axis.extent)}*${axis.extent} = ${position}`;
      const { repetitions, elements } = derivation.register[place.register];
      lines.push(`${axis.name}: ${left} = repetition ${repetitions[a]}*${axis.tile} + warp ${derivation.warp[place.warp].parts[a]}*${axis.warpStep}` +
        ` + lane ${derivation.lane[place.lane].parts[a]}*${axis.laneStep} + element ${elements[a]}`);
    });
    for (const index of ['warp', 'lane', 'register']) {
      lines.push(`${index} ${place[index]} = ${derivation[index][place[index]].sum}`);
    }
    return lines;
  };
  const explainByBases = (place) => {
    const parts = moved(place);
    const lines = parts.map(({ index }) => {
      const bits = bitsOf(place[index], bases[index].length);
      const why = bits.length === 0 ? '0: moves nothing'
        : `${bits.map((i) => 2 ** i).join(' + ')}: ${bits.map((i) => inWords(bases[index][i])).join(' xor ')}`;
      return `${index} ${place[index]} = ${why}`;
    });
    lines.push(`${parts.map((part) => inWords(part.by)).join(' xor ')} = ${inWords(coordinateIn(place))}`);
    return lines;
  };

  const name = (place) => `${blocks > 1 ? `CTA ${place.block}, ` : ''}warp ${place.warp}, lane ${place.lane}`;
  const threadOf = (place) => place.warp * lanes + place.lane;
  const range = (start, length) => {
    const elements = [];
    for (let number = start; number < start + length; ++number) elements.push(elementOf[number]);
    return elements;
  };
  return {
    holders: (element) => [...placesOf.subarray(first[element], first[element + 1])].map(placeOf),
    describe: (place) => `${name(place)}, register ${place.register} (thread ${threadOf(place)})`,
    explain: (place) => (bases ? explainByBases(place) : explainByTile(place)),
    inner: (place) => range(numberOf({ ...place, register: 0 }), count),
    outer: (place) => ({ key: `${place.block}:${place.warp}`, elements: range(numberOf({ ...place, lane: 0, register: 0 }), lanes * count) }),
    legendOfInner: 'the same thread',
    legendOfOuter: 'the same warp',
    // What can be chosen besides an element.
    choices: [...(blocks > 1 ? [['block', blocks, 'CTA']] : []), ['warp', warps, 'warp'], ['lane', lanes, 'lane']],
    chosen: (choice) => {
      const place = { block: 0, ...choice, register: 0 };
      return {
        place,
        title: `${name(place)} (thread ${threadOf(place)})`,
        items: range(numberOf(place), count).map((element, register) => ({ label: `${register}`, element })),
      };
    },
    orderName: 'register',
  };
};

/** A layout in shared memory: where an element lies, and why. */
const memory = () => {
  const { blocks, elements, elementBytes, paddings, bases, inverse } = data;
  const coordinateIn = (place) => xor(movedBy(bases.block, place.block), movedBy(bases.number, place.number));
  const offsetOf = (number) => paddings.reduce((sum, [interval, added]) => sum + Math.floor(number / interval) * added, number);
  const byteOf = (number) => offsetOf(number) * elementBytes;
  const bankOf = (number) => Math.floor(byteOf(number) / data.wordBytes) % data.banks;
  const places = Array.from({ length: elementCount }, () => []);
  const inBank = Array.from({ length: blocks * data.banks }, () => []);
  const inWord = new Map();
  const word = ({ block, number }) => `${block}:${Math.floor(byteOf(number) / data.wordBytes)}`;
  for (let block = 0; block < blocks; ++block) {
    for (let number = 0; number < elements; ++number) {
      const element = elementAt(coordinateIn({ block, number }));
      places[element].push({ block, number });
      inBank[block * data.banks + bankOf(number)].push(element);
      const key = word({ block, number });
      inWord.set(key, [...(inWord.get(key) || []), element]);
    }
  }
  const inCta = (place) => (blocks > 1 ? `CTA ${place.block}, ` : '');
  return {
    holders: (element) => places[element],
    describe: (place) => `${inCta(place)}offset ${offsetOf(place.number)}, byte ${byteOf(place.number)}, bank ${bankOf(place.number)}`,
    explain: (place) => {
      const coordinate = coordinateIn(place);
      const lines = [];
      const sums = [];
      coordinate.forEach((position, d) => {
        const bits = bitsOf(position, inverse[d].length);
        if (bits.length === 0) return;
        const steps = bits.map((i) => inverse[d][i]);
        lines.push(`dim${d} ${position} = ${bits.map((i) => 2 ** i).join(' + ')}: ` +
          steps.map(({ block, number }) => (block > 0 ? `CTA ${block}` : `${number}`)).join(' xor '));
        sums.push(steps.reduce((sum, step) => sum ^ step.number, 0));
      });
      const { number } = place;
      lines.push(`${paddings.length ? 'number' : 'offset'} ${sums.length > 1 ? `${sums.join(' xor ')} = ` : ''}${number}`);
      if (paddings.length) {
        lines.push(`offset ${number}${paddings.map(([interval, added]) => ` + ${number} / ${interval} * ${added}`).join('')} = ${offsetOf(number)}`);
      }
      lines.push(`byte ${offsetOf(number)}*${elementBytes} = ${byteOf(number)}, bank ${byteOf(number)} / ${data.wordBytes} mod ${data.banks} = ${bankOf(number)}`);
      return lines;
    },
    inner: (place) => inWord.get(word(place)),
    outer: (place) => {
      const bank = place.bank ?? bankOf(place.number);
      return { key: `${place.block}:${bank}`, elements: inBank[place.block * data.banks + bank] };
    },
    legendOfInner: 'the same word',
    legendOfOuter: 'the same bank',
    choices: [...(blocks > 1 ? [['block', blocks, 'CTA']] : []), ['bank', data.banks, 'bank']],
    chosen: ({ block = 0, bank }) => {
      const list = inBank[block * data.banks + bank];
      const offset = (element) => offsetOf(places[element].find((place) => place.block === block).number);
      return {
        place: { block, bank },
        title: `${inCta({ block })}bank ${bank}`,
        items: list.map((element) => ({ label: `${offset(element)}`, element })),
      };
    },
    orderName: 'offset',
  };
};

/** A picture of a tensor: elements may be pointed at, chosen, and linked to. */
const exploreTensor = (model) => {
  const state = { pinned: -1, hovered: -1, holder: 0, choice: null };

  const cellOf = (grid, element) => {
    const coordinate = coordinateOf(element);
    const page = coordinate.reduce((number, position, d) =>
      (d === grid.down || d === grid.across ? number : number * shape[d] + position), 0);
    return {
      x: (page % grid.pagesPerRow) * grid.pageWidth + grid.left + coordinate[grid.across] * grid.cellWidth,
      y: Math.floor(page / grid.pagesPerRow) * grid.pageHeight + grid.top + (grid.down < 0 ? 0 : coordinate[grid.down] * grid.cellHeight),
    };
  };
  const elementIn = (grid, x, y) => {
    const pageColumn = Math.floor(x / grid.pageWidth);
    let page = Math.floor(y / grid.pageHeight) * grid.pagesPerRow + pageColumn;
    const column = Math.floor((x % grid.pageWidth - grid.left) / grid.cellWidth);
    const row = Math.floor((y % grid.pageHeight - grid.top) / grid.cellHeight);
    if (pageColumn >= grid.pagesPerRow || column < 0 || row < 0 || column >= shape[grid.across] ||
        row >= (grid.down < 0 ? 1 : shape[grid.down])) return -1;
    const coordinate = shape.map(() => 0);
    for (let d = shape.length - 1; d >= 0; --d) {
      if (d === grid.down || d === grid.across) continue;
      coordinate[d] = page % shape[d];
      page = Math.floor(page / shape[d]);
    }
    if (page > 0) return -1;
    coordinate[grid.across] = column;
    if (grid.down >= 0) coordinate[grid.down] = row;
    return elementAt(coordinate);
  };

  /** All grids of a panel, as a path. */
  const grids = (grid) => {
    const pages = shape.reduce((count, extent, d) => (d === grid.down || d === grid.across ? count : count * extent), 1);
    const width = shape[grid.across] * grid.cellWidth;
    const height = (grid.down < 0 ? 1 : shape[grid.down]) * grid.cellHeight;
    return Array.from({ length: pages }, (_, page) => {
      const x = (page % grid.pagesPerRow) * grid.pageWidth + grid.left;
      const y = Math.floor(page / grid.pagesPerRow) * grid.pageHeight + grid.top;
      return `M${x} ${y}h${width}v${height}h-${width}z`;
    }).join('');
  };
  const boxes = (grid, elements) => elements.map((element) => {
    const { x, y } = cellOf(grid, element);
    return `M${x} ${y}h${grid.cellWidth}v${grid.cellHeight}h-${grid.cellWidth}z`;
  }).join('');
  /** The same, neighbours in a row together: there may be thousands. */
  const spans = (grid, elements) => {
    const inRows = grid.across === shape.length - 1;
    const sorted = Int32Array.from(elements).sort();
    let path = '';
    for (let i = 0; i < sorted.length;) {
      let end = i + 1;
      while (inRows && end < sorted.length && sorted[end] === sorted[end - 1] + 1 && sorted[end] % shape[grid.across] !== 0) ++end;
      const { x, y } = cellOf(grid, sorted[i]);
      const width = (end - i) * grid.cellWidth;
      path += `M${x} ${y}h${width}v${grid.cellHeight}h-${width}z`;
      i = end;
    }
    return path;
  };
  // Of a picture about one axis, only what lies on the element's line along it meets the element.
  const onLine = (axis, element) => {
    if (axis < 0 || element < 0) return () => true;
    const at = coordinateOf(element);
    return (other) => coordinateOf(other).every((position, d) => d === axis || position === at[d]);
  };

  const layers = panels.map(({ overlay }) => {
    const nodes = {};
    for (const name of ['others', 'thread-edge', 'thread', 'chosen']) overlay.append(nodes[name] = makeSvg('path', { class: name }));
    overlay.append(nodes.order = makeSvg('g', { class: 'order' }));
    return nodes;
  });
  /** Outlines the inner elements, makes all but the outer ones pale, and numbers some. */
  const highlight = (element, inner, outer, order) => {
    panels.forEach(({ grid }, i) => {
      const nodes = layers[i];
      const kept = onLine(grid.axis, element);
      const unique = (list) => [...new Set(list)].filter(kept);
      const key = `${outer.key} ${grid.axis >= 0 ? element : ''}`;
      if (key !== nodes.key) {
        nodes.others.setAttribute('d', outer.elements.length ? grids(grid) + spans(grid, unique(outer.elements)) : '');
        nodes.key = key;
      }
      const lines = boxes(grid, unique(inner));
      nodes['thread-edge'].setAttribute('d', lines);
      nodes.thread.setAttribute('d', lines);
      nodes.chosen.setAttribute('d', element >= 0 ? boxes(grid, [element]) : '');
      nodes.order.replaceChildren();
      for (const { label, element: held } of order) {
        const { x, y } = cellOf(grid, held);
        const radius = 4 + 2.6 * label.length;
        nodes.order.append(makeSvg('circle', { cx: x + radius, cy: y + grid.cellHeight, r: radius }));
        const text = makeSvg('text', { x: x + radius, y: y + grid.cellHeight + 3.2 });
        text.textContent = label;
        nodes.order.append(text);
      }
    });
  };
  const nothing = { key: '', elements: [] };

  const elementButton = (element, label) => make('button', {
    type: 'button', textContent: label, onclick: () => pin(element),
  });

  const showChoice = () => {
    const { place, title, items } = model.chosen(state.choice);
    highlight(-1, items.map((item) => item.element), model.outer(place), items.length <= 1024 ? items : []);
    const list = make('p');
    for (const { label, element } of items) list.append(elementButton(element, `${label}: ${inWords(coordinateOf(element))}`));
    about.replaceChildren(make('h2', { textContent: title }), make('p', { textContent: `its elements, by ${model.orderName}:` }), list);
  };

  const showElement = (element) => {
    const holders = model.holders(element);
    const holder = holders[Math.min(state.holder, holders.length - 1)];
    highlight(element, model.inner(holder), model.outer(holder), []);
    const list = make('p');
    holders.slice(0, 256).forEach((place, i) => {
      if (holders.length === 1) {
        list.append(model.describe(place));
        return;
      }
      const button = make('button', { type: 'button', textContent: model.describe(place), onclick: () => { state.holder = i; show(); } });
      button.setAttribute('aria-pressed', `${place === holder}`);
      list.append(button);
    });
    if (holders.length > 256) list.append(` and ${holders.length - 256} more`);
    about.replaceChildren(
      make('h2', { textContent: `element ${inWords(coordinateOf(element))}${holders.length > 1 ? `, held by ${holders.length} places` : ''}` }),
      list,
      make('pre', { textContent: model.explain(holder).join('\n') }),
      make('p', { textContent: `Outlined: ${model.legendOfInner}. Not pale: ${model.legendOfOuter}.` }),
    );
  };

  const hint = 'Point at an element, or go to the picture with Tab and move with the arrow keys.';
  const show = () => {
    const element = state.hovered >= 0 ? state.hovered : state.pinned;
    if (element >= 0) return showElement(element);
    if (state.choice) return showChoice();
    highlight(-1, [], nothing, []);
    return about.replaceChildren(make('p', { textContent: hint }));
  };

  const pin = (element, into = true) => {
    state.pinned = element;
    state.hovered = -1;
    state.holder = 0;
    if (element >= 0) {
      state.choice = null;
      byId('element').value = coordinateOf(element).join(',');
      for (const panel of into ? panels : []) {
        const { x, y } = cellOf(panel.grid, element);
        reveal(panel, x, y, panel.grid.cellWidth, panel.grid.cellHeight);
      }
    }
    const hash = element >= 0 ? `#${coordinateOf(element).join(',')}` : '';
    if (location.hash !== hash) history.replaceState(null, '', hash || location.pathname + location.search);
    show();
  };

  const pinText = (text) => {
    const numbers = text.replace(/[()[\]\s]/g, '').split(/[,x]/);
    const coordinate = numbers.map(Number);
    const there = numbers.length === shape.length &&
      coordinate.every((position, d) => /^\d+$/.test(numbers[d]) && position < shape[d]);
    if (there) return pin(elementAt(coordinate));
    state.pinned = -1;
    state.hovered = -1;
    highlight(-1, [], nothing, []);
    return about.replaceChildren(make('p', { textContent: `There is no element ${text} in shape ${shape.join(',')}.` }));
  };
  const followHash = () => {
    let text = location.hash.slice(1);
    try { text = decodeURIComponent(text); } catch { /* as it stands, then */ }
    if (text === '') return show();
    return pinText(text);
  };

  for (const panel of panels) {
    const { canvas, grid } = panel;
    canvas.addEventListener('pointermove', (event) => {
      const element = elementIn(grid, ...inPicture(panel, event));
      if (element === state.hovered) return;
      state.hovered = element;
      state.holder = 0;
      show();
    });
    canvas.addEventListener('pointerleave', () => {
      state.hovered = -1;
      show();
    });
    canvas.addEventListener('click', (event) => pin(elementIn(grid, ...inPicture(panel, event)), false));
    canvas.addEventListener('focus', () => { if (state.pinned < 0 && !state.choice && state.hovered < 0) pin(0); });
    canvas.addEventListener('keydown', (event) => {
      const coordinate = state.pinned >= 0 ? coordinateOf(state.pinned) : shape.map(() => 0);
      const move = (d, steps) => {
        if (d >= 0) coordinate[d] = Math.min(shape[d] - 1, Math.max(0, coordinate[d] + steps));
      };
      const page = shape.findLastIndex((_, d) => d !== grid.down && d !== grid.across);
      const moves = {
        ArrowLeft: () => move(grid.across, -1),
        ArrowRight: () => move(grid.across, 1),
        ArrowUp: () => move(grid.down, -1),
        ArrowDown: () => move(grid.down, 1),
        Home: () => move(grid.across, -shape[grid.across]),
        End: () => move(grid.across, shape[grid.across]),
        PageUp: () => move(page >= 0 ? page : grid.down, page >= 0 ? -1 : -8),
        PageDown: () => move(page >= 0 ? page : grid.down, page >= 0 ? 1 : 8),
      };
      if (event.key === 'Escape') {
        state.choice = null;
        pin(-1);
      } else if (moves[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey) {
        if (state.pinned >= 0) moves[event.key]();
        pin(elementAt(coordinate));
      } else {
        return;
      }
      event.preventDefault();
    });
  }

  byId('element').addEventListener('change', (event) => {
    if (event.target.value.trim() === '') pin(-1);
    else pinText(event.target.value.trim());
  });
  const inputs = model.choices.map(([key, count, label]) => {
    const input = make('input', { type: 'number', id: key, min: 0, max: count - 1, placeholder: `0-${count - 1}` });
    byId('thread-choice').append(make('label', {}, `${label} `, input));
    return [key, input];
  });
  byId('thread-choice').addEventListener('input', () => {
    for (const [, input] of inputs) if (!input.value && input !== document.activeElement) input.value = 0;
    if (inputs.some(([, input]) => !input.value || !input.checkValidity())) return;
    pin(-1);
    state.choice = Object.fromEntries(inputs.map(([key, input]) => [key, Number(input.value)]));
    byId('element').value = '';
    show();
  });
  window.addEventListener('hashchange', followHash);
  followHash();
};

/** A picture whose cells say by themselves what they are. */
const exploreCells = () => {
  byId('element-choice').hidden = true;
  const hint = 'Point at a cell, or go to the picture with Tab and move with the arrow keys.';
  const show = (panel, cell) => {
    for (const { overlay } of panels) overlay.replaceChildren();
    if (!cell) {
      about.replaceChildren(make('p', { textContent: hint }));
      return;
    }
    const { x, y, width, height } = cell.querySelector('rect').getBBox();
    panel.overlay.append(makeSvg('rect', { class: 'chosen', x, y, width, height }));
    const [title, ...lines] = cell.querySelector('title').textContent.split('\n');
    about.replaceChildren(make('h2', { textContent: title }), make('pre', { textContent: lines.join('\n') }));
  };
  for (const panel of panels) {
    const { canvas, picture } = panel;
    let chosen = null;
    let centres = null;
    canvas.addEventListener('pointerover', (event) => show(panel, event.target.closest('.cell') || chosen));
    canvas.addEventListener('pointerleave', () => show(panel, chosen));
    canvas.addEventListener('click', (event) => {
      chosen = event.target.closest('.cell');
      show(panel, chosen);
    });
    const choose = (cell) => {
      chosen = cell;
      show(panel, cell);
      const { x, y, width, height } = cell.querySelector('rect').getBBox();
      reveal(panel, x, y, width, height);
    };
    canvas.addEventListener('focus', () => {
      const first = picture.querySelector('.cell');
      if (!chosen && first && !canvas.matches(':hover')) choose(first);
    });
    canvas.addEventListener('keydown', (event) => {
      const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (event.key === 'Escape') {
        chosen = null;
        show(panel, null);
        return;
      }
      if (!direction || !chosen) return;
      event.preventDefault();
      centres ||= [...picture.querySelectorAll('.cell')].map((cell) => {
        const { x, y, width, height } = cell.querySelector('rect').getBBox();
        return { cell, x: x + width / 2, y: y + height / 2 };
      });
      const from = centres.find((centre) => centre.cell === chosen);
      let best = null;
      let least = Infinity;
      for (const centre of centres) {
        const along = (centre.x - from.x) * direction[0] + (centre.y - from.y) * direction[1];
        const aside = Math.abs((centre.x - from.x) * direction[1]) + Math.abs((centre.y - from.y) * direction[0]);
        if (along > 0 && along + 4 * aside < least) {
          least = along + 4 * aside;
          best = centre.cell;
        }
      }
      if (best) choose(best);
    });
  }
  show(panels[0], null);
};

if (data.kind === 'registers') exploreTensor(registers());
else if (data.kind === 'memory') exploreTensor(memory());
else exploreCells();
