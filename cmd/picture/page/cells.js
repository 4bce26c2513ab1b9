/** Explores a picture whose cells carry their own descriptions. */
const exploreCells = () => {
  byId('element-choice').hidden = true;
  const hint = 'Point at a cell, or go to the picture with Tab and move with the arrow keys.';
  let chosen = null; // the chosen cell, one for all panels
  const boxOf = (cell) => cell.querySelector('rect').getBBox();
  const panelOf = (cell) => panels.find(({ picture }) => picture.contains(cell));
  const show = (cell) => {
    for (const { overlay } of panels) overlay.replaceChildren();
    if (!cell) {
      tell(make('p', { textContent: hint }));
      return;
    }
    const { x, y, width, height } = boxOf(cell);
    panelOf(cell).overlay.append(makeSvg('rect', { class: 'chosen', x, y, width, height }));
    const [title, ...lines] = cell.querySelector('title').textContent.split('\n');
    tell(make('h2', { textContent: title }), make('pre', { textContent: lines.join('\n') }));
  };
  const choose = (cell) => {
    chosen = cell;
    show(cell);
    if (!cell) return;
    const { x, y, width, height } = boxOf(cell);
    reveal(panelOf(cell), x, y, width, height);
  };
  /** Returns the nearest cell in a direction; a cell straight ahead is nearer than one to the side. */
  const neighbour = (cells, from, [dx, dy]) => {
    let best = null;
    let least = Infinity;
    for (const { cell, x, y } of cells) {
      const along = (x - from.x) * dx + (y - from.y) * dy;
      const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
      if (along > 0 && along + 4 * aside < least) {
        least = along + 4 * aside;
        best = cell;
      }
    }
    return best;
  };
  for (const { canvas, picture } of panels) {
    let centres = null;
    canvas.addEventListener('pointerover', (event) => show(event.target.closest('.cell') || chosen));
    canvas.addEventListener('pointerleave', () => show(chosen));
    canvas.addEventListener('click', (event) => {
      chosen = event.target.closest('.cell');
      show(chosen);
    });
    canvas.addEventListener('focus', () => {
      if (!picture.contains(chosen) && !canvas.matches(':hover')) choose(picture.querySelector('.cell'));
    });
    canvas.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') choose(null);
      const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!direction) return;
      event.preventDefault();
      if (!picture.contains(chosen)) {
        choose(picture.querySelector('.cell'));
        return;
      }
      centres ||= [...picture.querySelectorAll('.cell')].map((cell) => {
        const { x, y, width, height } = boxOf(cell);
        return { cell, x: x + width / 2, y: y + height / 2 };
      });
      const next = neighbour(centres, centres.find(({ cell }) => cell === chosen), direction);
      if (next) choose(next);
    });
  }
  show(null);
};

if (data.kind === 'registers') exploreTensor(registers());
else if (data.kind === 'memory') exploreTensor(memory());
else exploreCells();
