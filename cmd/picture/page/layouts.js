// The layout's arithmetic: elements, coordinates, holders and offsets as numbers.

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

/** Returns the numbers of the bits that are set in a value, the highest first. */
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

/** Models a layout in registers: which places hold an element, and why. */
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

  // The element of every place. Computed index by index, because a layout may have a million places.
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
    // Extents are powers of two, so element numbers combine by xor just as coordinates do.
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

  // The places of every element, sorted: those of element e are at first[e] up to first[e + 1].
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
    // The choices besides an element: CTA, warp and lane.
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
    badges: true,
  };
};

/** Models a layout in shared memory: where an element lies, and why. */
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
    badges: false, // cells may show offsets, which leaves no room for badges
  };
};
