/** Explores a picture of a tensor, whose elements can be pointed at, chosen and linked to. */
const exploreTensor = (model) => {
  // The pinned element and which of its holders, the element under the pointer, and a chosen thread or bank.
  const state = { pinned: -1, holder: 0, hovered: -1, choice: null };

  const cellOf = (grid, element) => grid.cell(coordinateOf(element));
  const boxes = (grid, elements) => elements.map((element) => {
    const { x, y } = cellOf(grid, element);
    return grid.box(x, y);
  }).join('');
  /** Returns the same boxes as a path, with neighbours in a row joined, because there may be thousands. */
  const spans = (grid, elements) => {
    const inRows = grid.across === shape.length - 1;
    const sorted = Int32Array.from(elements).sort();
    let path = '';
    for (let i = 0; i < sorted.length;) {
      let end = i + 1;
      while (inRows && end < sorted.length && sorted[end] === sorted[end - 1] + 1 && sorted[end] % grid.columns !== 0) ++end;
      const { x, y } = cellOf(grid, sorted[i]);
      path += grid.box(x, y, end - i);
      i = end;
    }
    return path;
  };
  /** Returns the elements that a sum along the axis adds to this one. */
  const lineOf = (axis, element) => {
    const coordinate = coordinateOf(element);
    return Array.from({ length: shape[axis] }, (_, position) => elementAt(coordinate.map((at, d) => (d === axis ? position : at))));
  };

  // Pale cells lie below texts and lines, all other highlights above.
  const layers = panels.map(({ picture, overlay }) => {
    const nodes = { others: makeSvg('path', { class: 'others' }), key: '' };
    picture.querySelector('.text').before(nodes.others);
    for (const name of ['thread-edge', 'thread', 'chosen']) overlay.append(nodes[name] = makeSvg('path', { class: name }));
    overlay.append(nodes.order = makeSvg('g', { class: 'order' }));
    return nodes;
  });
  /** Outlines the inner elements, dims all elements but the outer ones, and numbers some. */
  const highlight = (element, inner, outer, order) => {
    panels.forEach(({ grid }, i) => {
      const nodes = layers[i];
      const line = grid.axis >= 0 && element >= 0 ? lineOf(grid.axis, element) : null;
      const kept = line ? line : outer.elements;
      const key = line ? `line ${line[0]}` : outer.key;
      if (key !== nodes.key) {
        nodes.others.setAttribute('d', kept.length ? grid.outline() + spans(grid, [...new Set(kept)]) : '');
        nodes.key = key;
      }
      const outlined = new Set(line ? inner.filter((other) => line.includes(other)) : inner);
      const lines = boxes(grid, [...outlined]);
      nodes['thread-edge'].setAttribute('d', lines);
      nodes.thread.setAttribute('d', lines);
      nodes.chosen.setAttribute('d', element >= 0 ? boxes(grid, [element]) : '');
      nodes.order.replaceChildren();
      for (const { label, element: held } of order) {
        const { x, y } = cellOf(grid, held);
        const radius = 3.5 + 2.4 * label.length;
        nodes.order.append(makeSvg('circle', { cx: x + radius, cy: y + grid.cellHeight, r: radius }));
        const text = makeSvg('text', { x: x + radius, y: y + grid.cellHeight + 3 });
        text.textContent = label;
        nodes.order.append(text);
      }
    });
  };
  const nothing = { key: '', elements: [] };

  /** Makes a button for the text about the selection. Its key finds it again when the text is replaced. */
  const button = (key, textContent, onclick) => {
    const node = make('button', { type: 'button', textContent, onclick });
    node.dataset.key = key;
    return node;
  };

  const showChoice = () => {
    const { place, title, items } = model.chosen(state.choice);
    highlight(-1, items.map((item) => item.element), model.outer(place), model.badges && items.length <= 256 ? items : []);
    const list = make('div', { className: 'list' });
    for (const { label, element } of items) {
      list.append(button(`element ${element}`, `${label}: ${inWords(coordinateOf(element))}`, () => pin(element)));
    }
    tell(make('h2', { textContent: title }), make('p', { textContent: `its elements, by ${model.orderName}:` }), list);
  };

  const showElement = (element, which) => {
    const holders = model.holders(element);
    const holder = holders[which];
    highlight(element, model.inner(holder), model.outer(holder), []);
    const summed = panels.some(({ grid }) => grid.axis >= 0);
    const nodes = [
      make('h2', { textContent: `element ${inWords(coordinateOf(element))}${holders.length > 1 ? `, held by ${holders.length} places` : ''}` }),
      make('p', { textContent: model.describe(holder) }),
      make('pre', { textContent: model.explain(holder).join('\n') }),
    ];
    if (holders.length > 1) {
      const list = make('div', { className: 'list' });
      holders.slice(0, 256).forEach((place, i) => {
        const node = button(`holder ${i}`, model.describe(place), () => {
          state.holder = i;
          show();
        });
        node.setAttribute('aria-pressed', `${i === which}`);
        list.append(node);
      });
      if (holders.length > 256) list.append(` and ${holders.length - 256} more`);
      nodes.push(list);
    }
    nodes.push(make('p', {
      textContent: summed ? `Outlined: what ${model.legendOfInner} adds. Not pale: all that is added up along the axis.`
        : `Outlined: ${model.legendOfInner}. Not pale: ${model.legendOfOuter}.`,
    }));
    tell(...nodes);
  };

  const hint = 'Point at an element, or go to the picture with Tab and move with the arrow keys.';
  const showNothing = (text) => {
    highlight(-1, [], nothing, []);
    tell(make('p', { textContent: text }));
  };
  const show = () => {
    if (state.hovered >= 0 && state.hovered !== state.pinned) return showElement(state.hovered, 0);
    if (state.pinned >= 0) return showElement(state.pinned, state.holder);
    return state.choice ? showChoice() : showNothing(hint);
  };

  const inputs = model.choices.map(([key, count, label]) => {
    const input = make('input', { type: 'number', id: key, min: 0, max: count - 1, placeholder: `0-${count - 1}` });
    byId('thread-choice').append(make('label', {}, `${label} `, input));
    return { key, count, label, input };
  });

  /** Pins an element, or unpins with −1. If `link` is true, the address bar links to it. */
  const pin = (element, { into = true, link = true } = {}) => {
    Object.assign(state, { pinned: element, hovered: -1, holder: 0, choice: null });
    byId('element').value = element >= 0 ? coordinateOf(element).join(',') : '';
    for (const { input } of inputs) input.value = '';
    if (element >= 0 && into) {
      for (const panel of panels) {
        const { x, y } = cellOf(panel.grid, element);
        reveal(panel, x, y, panel.grid.cellWidth, panel.grid.cellHeight);
      }
    }
    const hash = element >= 0 ? `#${coordinateOf(element).join(',')}` : '';
    if (link && location.hash !== hash) history.replaceState(null, '', hash || location.pathname + location.search);
    show();
  };

  const pinText = (text) => {
    const numbers = text.replace(/[()[\]\s]/g, '').split(/[,x]/);
    const there = numbers.length === shape.length &&
      numbers.every((number, d) => /^\d+$/.test(number) && Number(number) < shape[d]);
    if (there) {
      pin(elementAt(numbers.map(Number)));
      return;
    }
    pin(-1, { link: false });
    showNothing(`There is no element ${text} in shape ${shape.join(',')}.`);
  };
  const followHash = () => {
    let text = location.hash.slice(1);
    try { text = decodeURIComponent(text); } catch { /* as it stands, then */ }
    if (text === '') pin(-1, { link: false });
    else pinText(text);
  };

  const pointAt = (element) => {
    if (element === state.hovered) return;
    state.hovered = element;
    show();
  };
  for (const panel of panels) {
    const { canvas, grid } = panel;
    const elementUnder = (event) => {
      const [x, y] = inPicture(panel, event);
      const covered = holdsLabels(panel) && (x < uncovered(panel).left || y < uncovered(panel).top);
      const coordinate = covered ? null : grid.coordinateAt(x, y);
      return coordinate ? elementAt(coordinate) : -1;
    };
    canvas.addEventListener('pointermove', (event) => pointAt(elementUnder(event)));
    canvas.addEventListener('pointerleave', () => pointAt(-1));
    canvas.addEventListener('click', (event) => pin(elementUnder(event), { into: false }));
    // Focus that only passes through does not change the link.
    canvas.addEventListener('focus', () => {
      if (state.pinned < 0 && !state.choice && state.hovered < 0) pin(0, { link: false });
    });
    canvas.addEventListener('keydown', (event) => {
      const coordinate = coordinateOf(Math.max(state.pinned, 0));
      const move = (d, steps) => {
        if (d >= 0) coordinate[d] = Math.min(shape[d] - 1, Math.max(0, coordinate[d] + steps));
      };
      const page = shape.findLastIndex((_, d) => d !== grid.down && d !== grid.across);
      const down = (steps) => (grid.strip ? move(0, steps * grid.strip) : move(grid.down, steps));
      const moves = {
        ArrowLeft: () => move(grid.across, -1),
        ArrowRight: () => move(grid.across, 1),
        ArrowUp: () => down(-1),
        ArrowDown: () => down(1),
        Home: () => move(grid.across, -shape[grid.across]),
        End: () => move(grid.across, shape[grid.across]),
        PageUp: () => (page >= 0 ? move(page, -1) : down(-8)),
        PageDown: () => (page >= 0 ? move(page, 1) : down(8)),
      };
      if (event.key === 'Escape') {
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
    const text = event.target.value.trim();
    if (text === '') {
      pin(-1);
      return;
    }
    pinText(text);
    event.target.value = text;
  });
  byId('thread-choice').addEventListener('input', () => {
    for (const { input } of inputs) if (!input.value && input !== document.activeElement) input.value = 0;
    const values = inputs.map(({ input }) => input.value);
    if (values.includes('')) return;
    pin(-1);
    inputs.forEach(({ input }, i) => { input.value = values[i]; });
    const wrong = inputs.find(({ input }) => !input.checkValidity());
    if (wrong) {
      showNothing(`There is no ${wrong.label} ${wrong.input.value}: they are 0 to ${wrong.count - 1}.`);
      return;
    }
    state.choice = Object.fromEntries(inputs.map(({ key, input }) => [key, Number(input.value)]));
    show();
  });
  addEventListener('hashchange', followHash);
  followHash();
};
