'use strict';

// The page around a picture. The picture is drawn without it; `data` describes the layout to the script.

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

/** Replaces the text about the selection. The focused entry keeps the focus if it is in the new text. */
const tell = (...nodes) => {
  const { key } = document.activeElement.dataset;
  const within = about.contains(document.activeElement);
  about.replaceChildren(...nodes);
  if (!within) return;
  const again = [...about.querySelectorAll('button')].find((button) => button.dataset.key === key);
  (again || about).focus();
};

// The panels: each is a picture with an overlay for highlights.

/** Returns the spare groups of a canvas with this name. */
const spare = (canvas, name) => [...(canvas.querySelector(`template.${name}`)?.content.querySelectorAll('svg > g') || [])];

/** Maps coordinates to the cells of a tensor's picture, and points back to coordinates. */
class Grid {
  constructor(json, shape) {
    Object.assign(this, json, { shape });
    this.columns = this.strip || shape[this.across];
    this.rows = this.down < 0 ? 1 : shape[this.down];
    this.pages = this.strip ? Math.ceil(shape[0] / this.strip)
      : shape.reduce((count, extent, d) => (d === this.down || d === this.across ? count : count * extent), 1);
  }

  /** Returns the upper left corner of a page's first cell. */
  corner(page) {
    return {
      x: (page % this.pagesPerRow) * this.pageWidth + this.left,
      y: Math.floor(page / this.pagesPerRow) * this.pageHeight + this.top,
    };
  }

  columnsOf(page) {
    return Math.min(this.columns, this.shape[this.across] - (this.strip ? page * this.strip : 0));
  }

  cell(coordinate) {
    const position = coordinate[this.across];
    const page = this.strip ? Math.floor(position / this.strip)
      : coordinate.reduce((number, at, d) => (d === this.down || d === this.across ? number : number * this.shape[d] + at), 0);
    const { x, y } = this.corner(page);
    return {
      x: x + (this.strip ? position % this.strip : position) * this.cellWidth,
      y: y + (this.down < 0 ? 0 : coordinate[this.down] * this.cellHeight),
    };
  }

  /** Returns the coordinate of the cell at a point of the picture, or null. */
  coordinateAt(x, y) {
    const pageColumn = Math.floor(x / this.pageWidth);
    let page = Math.floor(y / this.pageHeight) * this.pagesPerRow + pageColumn;
    if (pageColumn < 0 || pageColumn >= this.pagesPerRow || page < 0 || page >= this.pages) return null;
    const corner = this.corner(page);
    const column = Math.floor((x - corner.x) / this.cellWidth);
    const row = Math.floor((y - corner.y) / this.cellHeight);
    if (column < 0 || row < 0 || column >= this.columnsOf(page) || row >= this.rows) return null;
    if (this.strip) return [page * this.strip + column];
    const coordinate = this.shape.map(() => 0);
    for (let d = this.shape.length - 1; d >= 0; --d) {
      if (d === this.down || d === this.across) continue;
      coordinate[d] = page % this.shape[d];
      page = Math.floor(page / this.shape[d]);
    }
    coordinate[this.across] = column;
    if (this.down >= 0) coordinate[this.down] = row;
    return coordinate;
  }

  box(x, y, columns = 1, rows = 1) {
    const width = columns * this.cellWidth;
    return `M${x} ${y}h${width}v${rows * this.cellHeight}h-${width}z`;
  }

  /** Returns a path around all cells. */
  outline() {
    return Array.from({ length: this.pages }, (_, page) => {
      const { x, y } = this.corner(page);
      return this.box(x, y, this.columnsOf(page), this.rows);
    }).join('');
  }

  /** Returns the area of each group of texts, in the order in which they are written. */
  chunks() {
    const chunks = [];
    for (let page = 0; page < this.pages; ++page) {
      const { x, y } = this.corner(page);
      for (let row = 0; row < this.rows; row += this.chunk) {
        for (let column = 0; column < this.columns; column += this.chunk) {
          const left = x + column * this.cellWidth;
          const top = y + row * this.cellHeight;
          chunks.push({ left, top, right: left + this.chunk * this.cellWidth, bottom: top + this.chunk * this.cellHeight });
        }
      }
    }
    return chunks;
  }
}

const panels = [...document.querySelectorAll('.scroll')].map((scroll) => {
  const canvas = scroll.querySelector('.canvas');
  const picture = canvas.querySelector('.picture');
  const { width, height } = picture.viewBox.baseVal;
  const overlay = makeSvg('svg', { class: 'overlay', viewBox: `0 0 ${width} ${height}` });
  canvas.append(overlay);
  const grid = canvas.dataset.grid ? new Grid(JSON.parse(canvas.dataset.grid), data.shape) : null;
  const groups = spare(canvas, 'texts');
  const chunks = grid ? grid.chunks().map((chunk, i) => ({ ...chunk, group: groups[i], inView: false })) : [];
  return { scroll, canvas, picture, overlay, width, height, grid, chunks };
});

/** Shows the texts in or near the view if they are large enough to read. Showing all would take seconds. */
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

/** Returns true if row and column numbers stay in view while the panel scrolls, which needs a single grid. */
const holdsLabels = ({ grid }) => grid !== null && grid.pages === 1 && grid.down >= 0;
/** Returns the corner of the area that these numbers leave for cells. */
const uncovered = ({ scroll, grid }) => ({
  left: scroll.scrollLeft / zoom + grid.left - 2,
  top: scroll.scrollTop / zoom + grid.top - 2,
});

const holdLabels = () => {
  for (const panel of panels.filter(holdsLabels)) {
    const { scroll, picture, overlay, grid, width, height } = panel;
    const [down, across, name] = ['.axis.down', '.axis.across', '.label'].map((which) => picture.querySelector(which));
    const dx = scroll.scrollLeft / zoom;
    const dy = scroll.scrollTop / zoom;
    let corner = picture.querySelector('.corner');
    if (!corner) {
      if (dx + dy === 0) continue;
      // The labels now cover cells, so each gets a background.
      const sizes = { width: grid.left - 2, height: grid.top - 2 };
      corner = makeSvg('rect', { class: 'ground corner', ...sizes });
      down.prepend(makeSvg('rect', { class: 'ground', ...sizes, height }));
      across.prepend(makeSvg('rect', { class: 'ground', ...sizes, width }));
      picture.append(down, across, corner, name);
    }
    down.setAttribute('transform', `translate(${dx} 0)`);
    across.setAttribute('transform', `translate(0 ${dy})`);
    corner.setAttribute('transform', `translate(${dx} ${dy})`);
    name.setAttribute('transform', `translate(${dx} ${dy})`);
    const { left, top } = uncovered(panel);
    overlay.style.clipPath = `inset(${top * zoom}px 0 0 ${left * zoom}px)`;
  }
};

let waiting = false;
const viewMoved = () => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    showTexts();
    holdLabels();
  });
};

let zoom = 1;
const setZoom = (value) => {
  const centres = panels.map(({ scroll }) => [
    (scroll.scrollLeft + scroll.clientWidth / 2) / zoom,
    (scroll.scrollTop + scroll.clientHeight / 2) / zoom,
  ]);
  zoom = Math.min(4, Math.max(0.02, value));
  panels.forEach(({ scroll, canvas, width, height }, i) => {
    canvas.style.width = `${width * zoom}px`;
    canvas.style.height = `${height * zoom}px`;
    scroll.scrollTo(centres[i][0] * zoom - scroll.clientWidth / 2, centres[i][1] * zoom - scroll.clientHeight / 2);
  });
  showTexts();
  holdLabels();
};
byId('larger').addEventListener('click', () => setZoom(zoom * 1.25));
byId('smaller').addEventListener('click', () => setZoom(zoom / 1.25));
byId('fit').addEventListener('click', () => {
  setZoom(1); // the room that is left depends on the zoom
  setZoom(Math.min(...panels.map(({ scroll, width }) => scroll.clientWidth / width), 1));
});
setZoom(1);
for (const { scroll } of panels) scroll.addEventListener('scroll', viewMoved, { passive: true });
for (const event of ['scroll', 'resize', 'load']) addEventListener(event, viewMoved, { passive: true });

const inPicture = (panel, event) => {
  const box = panel.picture.getBoundingClientRect();
  return [
    ((event.clientX - box.left) * panel.width) / box.width,
    ((event.clientY - box.top) * panel.height) / box.height,
  ];
};

/** Scrolls a panel just far enough to show a box of its picture next to the row and column numbers. */
const reveal = (panel, x, y, width, height) => {
  const { scroll, grid } = panel;
  const margin = 16;
  const along = (start, size, offset, room, labels) =>
    start - margin - labels < offset ? start - margin - labels : Math.max(offset, start + size + margin - room);
  scroll.scrollTo(
    along(x * zoom, width * zoom, scroll.scrollLeft, scroll.clientWidth, grid ? grid.left * zoom : 0),
    along(y * zoom, height * zoom, scroll.scrollTop, scroll.clientHeight, grid ? grid.top * zoom : 0),
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
