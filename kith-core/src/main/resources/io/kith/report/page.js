(() => {
  'use strict';
  const figures = JSON.parse(document.getElementById('figures').textContent);
  const charts = new Map();
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const paper = matchMedia('print');
  const PRINT_WIDTH = 660;

  // Okabe and Ito's palette with some of Tol's, told apart also by colour-blind readers; lighter on a dark ground.
  const LIGHT = {
    ink: '#1b1f24', faint: '#59636e', rule: '#dfe4ea', paper: '#ffffff',
    colors: ['#0072B2', '#D55E00', '#009E73', '#AA4499', '#B07A00', '#3A9BD9', '#5B5B5B', '#882255', '#117733', '#332288', '#7A6A00'],
    ramp: ['#ffffff', '#cfe4f2', '#7fb8da', '#2f86bd', '#004f80'], shade: '#00527f',
  };
  const DARK = {
    ink: '#e8ebef', faint: '#a3adb8', rule: '#333b45', paper: '#191d23',
    colors: ['#56B4E9', '#FF9D5C', '#3ECFA0', '#E79BD0', '#F2C14E', '#8FB8FF', '#C3C9D1', '#F08FA5', '#9FE0A8', '#B9A8F5', '#E3DB5A'],
    ramp: ['#191d23', '#173a52', '#1f6a98', '#4aa6dd', '#c9e8fb'], shade: '#8fd0f7',
  };
  const DASHES = ['solid', 'dashed', 'dotted', [10, 3, 2, 3], [4, 2], [14, 4]];
  const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond'];

  const theme = () => (dark.matches && !paper.matches ? DARK : LIGHT);
  const number = v => (typeof v === 'number' ? v : null);

  const plain = v => (Number.isInteger(v) ? v.toLocaleString('en') : String(+v.toPrecision(4)));
  const write = unit => v => {
    if (v === null || v === undefined || v === '-') return '–';
    if (unit === 'percent') return +(100 * v).toFixed(2) + ' %';
    if (unit === 'count') return Math.round(v).toLocaleString('en');
    if (unit === 'seconds') return v < 120 ? plain(v) + ' s' : v < 7200 ? plain(v / 60) + ' min' : plain(v / 3600) + ' h';
    return plain(v);
  };

  // ---- options of the chart library, by kind of chart

  const isBroad = c => c.kind === 'HeatMap' && c.rows.length > 16 || c.kind === 'BarChart' && c.categories.length > 12 || c.kind === 'LineChart' && c.lines.length > 6;

  function axis(a, look, place) {
    return {
      type: 'value',
      name: a.name,
      nameLocation: place === 'x' ? 'middle' : 'end',
      nameGap: place === 'x' ? 28 : 12,
      nameTextStyle: { color: look.faint, align: place === 'x' ? 'center' : 'left', padding: place === 'x' ? 0 : [0, 0, 0, -30] },
      minInterval: a.unit === 'count' ? 1 : undefined,
      min: a.unit === 'percent' ? v => (v.min >= 0 && v.min < 0.05 ? 0 : null) : undefined,
      max: a.unit === 'percent' ? v => (v.max > 0.9 && v.max <= 1 ? 1 : null) : undefined,
      scale: true,
      axisLabel: { color: look.faint, formatter: write(a.unit === 'seconds' ? 'decimal' : a.unit), hideOverlap: true },
      axisLine: { show: place === 'x', lineStyle: { color: look.faint } },
      splitLine: { show: place === 'y', lineStyle: { color: look.rule } },
    };
  }

  function frame(look, names, width, saving, title) {
    const rows = names.length < 2 ? 0 : legendRows(names, width);
    const top = (saving ? 34 : 0) + 26 + rows * 22;
    return {
      top,
      option: {
        animation: false,
        backgroundColor: saving ? look.paper : 'transparent',
        color: look.colors,
        textStyle: { fontFamily: 'system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif' },
        title: saving ? { text: title, left: 4, top: 4, textStyle: { fontSize: 15, color: look.ink } } : undefined,
        legend: {
          show: rows > 0, top: saving ? 32 : 0, left: 0, itemWidth: 30, itemHeight: 10, itemGap: 14,
          textStyle: { color: look.ink }, data: names,
        },
        tooltip: {
          trigger: 'axis', confine: true, backgroundColor: look.paper, borderColor: look.rule,
          textStyle: { color: look.ink, fontSize: 13 },
        },
        grid: { left: 4, right: 22, top: top + 6, bottom: 26, containLabel: true },
      },
    };
  }

  function legendRows(names, width) {
    let rows = 1, used = 0;
    for (const name of names) {
      const need = 58 + 6.6 * name.length;
      if (used > 0 && used + need > width) { rows++; used = 0; }
      used += need;
    }
    return rows;
  }

  function marks(list, look) {
    return list.length === 0 ? undefined : {
      symbol: 'none', silent: true,
      lineStyle: { color: look.ink, type: 'solid', width: 1.5 },
      label: { color: look.ink, formatter: p => p.name, position: 'insideEndTop', rotate: 0, align: 'right', padding: [0, 6, 0, 0] },
      data: list.map(m => ({ name: m.name, xAxis: m.at })),
    };
  }

  // The polygon between value - spread and value + spread.
  function band(line, color) {
    const low = line.x.map((x, i) => [x, line.y[i] - line.spread[i]]);
    const high = line.x.map((x, i) => [x, line.y[i] + line.spread[i]]);
    return {
      type: 'custom', name: line.name, silent: true, z: 1, tooltip: { show: false }, data: low.concat(high), clip: true,
      renderItem: (params, api) => params.dataIndex > 0 ? null : {
        type: 'polygon',
        shape: { points: low.concat(high.slice().reverse()).map(p => api.coord(p)) },
        style: { fill: color, opacity: 0.18 },
      },
    };
  }

  // Where values stand in even steps, they are replaced by the numbers of their steps.
  function inSteps(c) {
    const values = [...new Set(c.lines.flatMap(line => line.x))].sort((a, b) => a - b);
    const step = x => values.indexOf(x);
    return [values, { ...c, lines: c.lines.map(line => ({ ...line, x: line.x.map(step) })) }];
  }

  function lineChart(given, look, f) {
    const [values, c] = given.x.even ? inSteps(given) : [[], given];
    const y = write(c.y.unit);
    const series = [];
    let index = 0;
    for (const line of c.lines) {
      const data = line.x.map((x, i) => [x, number(line.y[i])]);
      if (line.reference) {
        series.push({ type: 'line', name: line.name, data, symbol: 'none', lineStyle: { color: look.faint, type: [4, 4], width: 1.5 }, itemStyle: { color: look.faint }, tooltip: { show: false } });
        continue;
      }
      const color = look.colors[index % look.colors.length];
      series.push({
        type: 'line', name: line.name, data, z: 3,
        symbol: SYMBOLS[index % SYMBOLS.length], symbolSize: 7, showSymbol: data.length <= 40,
        lineStyle: { width: 2.2, color, type: DASHES[(index + Math.floor(index / look.colors.length)) % DASHES.length] }, itemStyle: { color },
      });
      if (line.spread.length > 0) series.push(band(line, color));
      index++;
    }
    if (series.length > 0) series[0].markLine = marks(c.marks, look);
    const x = axis(c.x, look, 'x');
    if (c.x.unit === 'count') { x.min = 'dataMin'; x.max = 'dataMax'; }
    if (c.x.even) {
      Object.assign(x, { type: 'category', data: values.map(write(c.x.unit)), boundaryGap: false, min: undefined, max: undefined });
      x.axisLabel = { color: look.faint, interval: 0 };
    }
    return {
      ...f.option, series, xAxis: x, yAxis: axis(c.y, look, 'y'),
      tooltip: { ...f.option.tooltip, valueFormatter: y, axisPointer: { type: 'line' } },
    };
  }

  // Light stripes tell groups apart where colour does not.
  const DECALS = [
    undefined,
    { rotation: Math.PI / 4, dashArrayX: [1, 0], dashArrayY: [1.5, 5] },
    { symbol: 'circle', symbolSize: 0.5, dashArrayX: [[6, 6], [0, 6, 6, 0]], dashArrayY: [6, 0] },
    { rotation: -Math.PI / 4, dashArrayX: [1, 0], dashArrayY: [1.5, 5] },
    { dashArrayX: [1, 0], dashArrayY: [1.5, 4] },
    { rotation: Math.PI / 2, dashArrayX: [1, 0], dashArrayY: [1.5, 4] },
  ];

  // Many categories stand as columns where the page is wide enough.
  const inColumns = (c, width) => isBroad(c) && width >= 700;

  function barChart(c, look, f, width) {
    const upright = inColumns(c, width);
    const categories = {
      type: 'category', inverse: !upright, data: c.categories, axisTick: { show: false },
      axisLabel: { color: look.ink, interval: 0, ...(upright ? { rotate: 60, fontSize: 11 } : { width: 160, overflow: 'truncate' }) },
      axisLine: { lineStyle: { color: look.faint } },
    };
    const values = { ...axis(c.value, look, upright ? 'y' : 'x'), scale: false };
    values.splitLine = { lineStyle: { color: look.rule } };
    values.axisLine = { show: false };
    return {
      ...f.option,
      grid: { ...f.option.grid, left: 8, top: f.top - (upright ? -6 : 18), bottom: upright ? 4 : 26 },
      xAxis: upright ? categories : values,
      yAxis: upright ? values : categories,
      tooltip: { ...f.option.tooltip, valueFormatter: write(c.value.unit), axisPointer: { type: 'shadow' } },
      series: c.groups.map((g, i) => ({
        type: 'bar', name: g.name, stack: c.stacked ? 'all' : undefined, data: g.values.map(number), barMaxWidth: c.stacked ? 34 : 18,
        itemStyle: {
          color: look.colors[i % look.colors.length],
          decal: DECALS[i % DECALS.length] && { color: 'rgba(255, 255, 255, 0.4)', ...DECALS[i % DECALS.length] },
        },
      })),
    };
  }

  function histogramChart(c, look, f) {
    let low = Infinity, high = -Infinity;
    for (const s of c.spreads) {
      const width = (s.high - s.low) / s.shares.length;
      s.shares.forEach((v, i) => {
        if (v > 0) { low = Math.min(low, s.low + (i - 1) * width); high = Math.max(high, s.low + (i + 2) * width); }
      });
      low = Math.max(low, s.low);
      high = Math.min(high, s.high);
    }
    for (const m of c.marks) high = Math.max(high, m.at * 1.01);
    const series = c.spreads.map((s, i) => {
      const width = (s.high - s.low) / s.shares.length;
      const data = [[s.low, 0]].concat(s.shares.map((v, b) => [s.low + b * width, v]), [[s.high, 0]]);
      const color = look.colors[i % look.colors.length];
      return {
        type: 'line', name: s.name, data, step: 'end', symbol: 'none', z: 3,
        lineStyle: { width: 2, color, type: DASHES[i % DASHES.length] }, itemStyle: { color }, areaStyle: { color, opacity: 0.2 },
      };
    });
    if (series.length > 0) series[0].markLine = marks(c.marks, look);
    const x = { ...axis(c.x, look, 'x'), min: low, max: high };
    x.axisLabel.showMinLabel = false;
    x.axisLabel.showMaxLabel = false;
    return {
      ...f.option, series, xAxis: x,
      yAxis: { ...axis({ name: 'share of batches', unit: 'percent' }, look, 'y'), min: 0 },
      tooltip: { ...f.option.tooltip, valueFormatter: write('percent') },
    };
  }

  function heatMap(c, look, f, width) {
    const side = Math.max(c.rows.length, c.columns.length);
    const data = [];
    c.values.forEach((row, r) => row.forEach((v, col) => { if (v > 0) data.push([col, r, Math.sqrt(v), v]); }));
    const fine = side > 20;
    const label = { color: look.ink, interval: 0, fontSize: fine ? (width < 500 ? 6 : 10) : 12 };
    const longest = Math.max(...c.columns.map(name => name.length));
    const turned = longest * label.fontSize * 0.62 > (width - 60) / side;
    return {
      ...f.option,
      legend: { show: false },
      visualMap: { show: false, min: 0, max: 1, dimension: 2, inRange: { color: look.ramp } },
      grid: { left: 24, right: 8, top: f.top, bottom: 8, containLabel: true },
      xAxis: {
        type: 'category', data: c.columns, position: 'top', name: c.columnsAre, nameLocation: 'middle', nameGap: turned ? 12 + Math.min(80, longest * label.fontSize * 0.62) : 24,
        nameTextStyle: { color: look.faint }, axisLabel: { ...label, rotate: turned ? 90 : 0, width: 80, overflow: 'truncate' }, axisTick: { show: false }, axisLine: { show: false },
        splitArea: { show: false }, splitLine: { show: true, interval: 0, lineStyle: { color: look.rule, width: 0.5 } },
      },
      yAxis: {
        type: 'category', data: c.rows, inverse: true, name: c.rowsAre, nameLocation: 'middle', nameGap: fine ? 34 : 48,
        nameTextStyle: { color: look.faint }, axisLabel: { ...label, width: 80, overflow: 'truncate' }, axisTick: { show: false }, axisLine: { show: false },
        splitLine: { show: true, interval: 0, lineStyle: { color: look.rule, width: 0.5 } },
      },
      tooltip: {
        ...f.option.tooltip, trigger: 'item',
        formatter: p => `${text(c.rows[p.value[1]])} taken for ${text(c.columns[p.value[0]])}: ${write('percent')(p.value[3])}`,
      },
      series: [{
        type: 'heatmap', data, emphasis: { itemStyle: { borderColor: look.ink, borderWidth: 1 } },
        label: { show: side <= 12, formatter: p => Math.round(100 * p.value[3]) + ' %', color: 'inherit', fontSize: 11 },
      }],
    };
  }

  const text = s => String(s).replace(/[&<>"]/g, ch => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[ch]));

  // All cells of one density are a single path: tens of thousands of cells stay quick and small.
  function spyPlot(c, look, f) {
    const levels = [[1, 1], [2, 3], [4, 8], [9, 20], [21, 35]];
    const values = [...c.cells].map(d => parseInt(d, 36));
    const step = c.size / c.bins;
    const side = place => {
      const a = axis({ name: place === 'x' ? 'row' : '', unit: 'count' }, look, place);
      a.axisLabel.showMaxLabel = c.size % 1000 === 0;
      return { ...a, min: 0, max: c.size, splitLine: { show: false }, axisLine: { show: true, lineStyle: { color: look.faint } } };
    };
    return {
      ...f.option,
      legend: { show: false },
      grid: { left: 4, right: 22, top: f.top, bottom: 26, containLabel: true },
      xAxis: side('x'),
      yAxis: { ...side('y'), inverse: true },
      tooltip: { show: false },
      series: [{
        type: 'custom', silent: true, data: levels.map((l, i) => [0, 0, i]), clip: true,
        renderItem: (params, api) => {
          const [least, most] = levels[params.dataIndex];
          const [x0, y0] = api.coord([0, 0]);
          const [w, h] = api.size([step, step]).map(Math.abs);
          let d = '';
          values.forEach((v, i) => {
            if (v >= least && v <= most) {
              d += `M${(x0 + (i % c.bins) * w).toFixed(1)} ${(y0 + Math.floor(i / c.bins) * h).toFixed(1)}h${w.toFixed(2)}v${h.toFixed(2)}h-${w.toFixed(2)}z`;
            }
          });
          return d === '' ? null : { type: 'path', shape: { pathData: d }, style: { fill: look.shade, opacity: [0.16, 0.34, 0.55, 0.78, 1][params.dataIndex] } };
        },
      }],
    };
  }

  const KINDS = { LineChart: lineChart, BarChart: barChart, HistogramChart: histogramChart, HeatMap: heatMap, SpyPlot: spyPlot };

  function namesOf(c) {
    return (c.lines || c.groups || c.spreads || []).map(s => s.name);
  }

  function heightOf(c, width) {
    switch (c.kind) {
      case 'BarChart': return inColumns(c, width) ? 360 : 76 + c.categories.length * (c.stacked ? 44 : 10 + 15 * c.groups.length) + 22 * (namesOf(c).length < 2 ? 0 : legendRows(namesOf(c), width));
      case 'HeatMap': return Math.min(width, 860, 110 + 60 * c.rows.length);
      case 'SpyPlot': return Math.min(width, 560);
      case 'HistogramChart': return 290;
      default: return Math.max(300, Math.min(380, 0.62 * width)) + 22 * Math.max(0, legendRows(namesOf(c), width) - 1);
    }
  }

  function optionOf(figure, look, width, saving) {
    const f = frame(look, namesOf(figure.chart), width, saving, figure.title);
    return KINDS[figure.chart.kind](figure.chart, look, f, width);
  }

  // ---- drawing into the page

  function draw(id) {
    const place = document.querySelector(`#${CSS.escape(id)} .plot`);
    if (!place) return;
    const figure = figures[id];
    place.parentElement.classList.add('drawn');
    place.parentElement.classList.toggle('broad', isBroad(figure.chart));
    const width = paper.matches ? PRINT_WIDTH : place.clientWidth;
    if (width === 0) return;
    const height = heightOf(figure.chart, width);
    place.style.height = height + 'px';
    let chart = charts.get(id);
    if (!chart || chart.getDom() !== place) {
      if (chart) chart.dispose();
      chart = echarts.init(place, null, { renderer: 'svg', width, height });
      charts.set(id, chart);
      observer.observe(place);
    }
    chart.resize({ width, height });
    chart.setOption(optionOf(figure, theme(), width, false), true);
    chart.drawnWidth = width;
    const svg = place.querySelector('svg');
    if (svg) svg.setAttribute('aria-hidden', 'true');
  }

  const observer = new ResizeObserver(entries => {
    if (paper.matches) return;
    for (const entry of entries) {
      const id = entry.target.parentElement.id;
      const chart = charts.get(id);
      if (chart && Math.abs(chart.drawnWidth - entry.target.clientWidth) > 1) draw(id);
    }
  });

  const drawAll = () => Object.keys(figures).forEach(draw);

  // ---- downloads

  function svgOf(figure) {
    const width = figure.chart.kind === 'SpyPlot' ? 620 : figure.chart.kind === 'HeatMap' ? 900 : 800;
    const height = 34 + heightOf(figure.chart, width);
    const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
    chart.setOption(optionOf(figure, LIGHT, width, true));
    const svg = chart.renderToSVGString();
    chart.dispose();
    return svg;
  }

  function csvOf(figure) {
    const c = figure.chart;
    if (c.kind !== 'SpyPlot') return figure.csv;
    let csv = 'from row,from column,entries\r\n';
    [...c.cells].forEach((d, i) => {
      if (d !== '0') csv += `${Math.ceil(Math.floor(i / c.bins) * c.size / c.bins)},${Math.ceil(i % c.bins * c.size / c.bins)},${parseInt(d, 36)}\r\n`;
    });
    return csv;
  }

  function save(name, type, content) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  document.addEventListener('click', event => {
    const button = event.target.closest('button');
    if (!button) return;
    if (button.dataset.save) {
      const id = button.closest('figure').id;
      const figure = figures[id];
      if (button.dataset.save === 'svg') save(`kith-${id}.svg`, 'image/svg+xml', svgOf(figure));
      else save(`kith-${id}.csv`, 'text/csv', csvOf(figure));
    } else if (button.dataset.copy !== undefined) {
      const pre = button.closest('.code').querySelector('pre');
      getSelection().selectAllChildren(pre);
      const done = () => { button.textContent = 'Copied'; };
      if (navigator.clipboard) navigator.clipboard.writeText(pre.textContent).then(done, () => {});
      else if (document.execCommand('copy')) done();
    }
  });

  // ---- keyboard: arrows go through the points of a chart and say them

  const at = new Map();
  document.addEventListener('keydown', event => {
    const plot = event.target.classList && event.target.classList.contains('plot') ? event.target : null;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!plot || (!step && event.key !== 'Escape')) return;
    event.preventDefault();
    const id = plot.parentElement.id;
    const chart = charts.get(id);
    if (!step) { chart.dispatchAction({ type: 'hideTip' }); return; }
    const rows = plot.parentElement.querySelectorAll('tbody tr');
    const option = chart.getOption();
    const first = (figures[id].chart.lines || []).find(line => !line.reference);
    const seriesIndex = option.series.findIndex(s => s.type !== 'custom' && (!first || s.name === first.name));
    const points = seriesIndex < 0 ? rows.length : option.series[seriesIndex].data.length;
    const next = Math.max(0, Math.min(points - 1, (at.has(id) ? at.get(id) : -1) + step));
    at.set(id, next);
    if (seriesIndex >= 0) chart.dispatchAction({ type: 'showTip', seriesIndex, dataIndex: next });
    const heads = [...plot.parentElement.querySelectorAll('thead th')].map(th => th.textContent);
    const row = rows[Math.min(next, rows.length - 1)];
    if (row) document.getElementById('spoken').textContent = [...row.children].map((cell, i) => `${heads[i]} ${cell.textContent}`).join(', ');
  });

  // ---- light and dark, paper

  const closeNumbers = root => root.querySelectorAll('details.numbers').forEach(d => { d.open = false; });
  dark.addEventListener('change', drawAll);
  paper.addEventListener('change', drawAll);

  closeNumbers(document);
  drawAll();
  document.documentElement.dataset.ready = '';

  // ---- a run that is still going on

  if (document.body.dataset.live === undefined) return;
  const status = document.getElementById('live');
  const say = (sentence, done, total) => {
    status.hidden = false;
    status.textContent = sentence;
    if (total > 0) {
      const bar = document.createElement('progress');
      bar.max = total;
      bar.value = done;
      bar.setAttribute('aria-label', sentence);
      status.append(bar);
    }
  };
  const before = new Map();
  const apply = state => {
    document.getElementById('summary').textContent = state.summary;
    document.querySelector('nav').innerHTML = state.navigation;
    const main = document.querySelector('main');
    let previous = null;
    for (const part of state.sections) {
      const now = part.html + JSON.stringify(part.figures);
      let section = document.getElementById(part.id);
      if (!section || before.get(part.id) !== now) {
        before.set(part.id, now);
        const open = section ? [...section.querySelectorAll('figure')].filter(f => f.querySelector('details.numbers[open]')).map(f => f.id) : [];
        const focused = section && section.contains(document.activeElement) && document.activeElement.closest('figure');
        const holder = document.createElement('div');
        holder.innerHTML = part.html;
        const fresh = holder.firstElementChild;
        closeNumbers(fresh);
        if (section) section.replaceWith(fresh);
        else if (previous) previous.after(fresh);
        else main.prepend(fresh);
        section = fresh;
        Object.assign(figures, part.figures);
        open.forEach(id => { const d = section.querySelector(`#${CSS.escape(id)} details.numbers`); if (d) d.open = true; });
        Object.keys(part.figures).forEach(draw);
        if (focused) { const plot = section.querySelector(`#${CSS.escape(focused.id)} .plot`); if (plot) plot.focus({ preventScroll: true }); }
      }
      previous = section;
    }
  };
  const events = new EventSource('events');
  events.addEventListener('state', e => apply(JSON.parse(e.data)));
  events.addEventListener('progress', e => {
    const p = JSON.parse(e.data);
    say(`Running: ${p.stage}, ${p.done.toLocaleString('en')} of ${p.total.toLocaleString('en')} ${p.unit}.`, p.done, p.total);
  });
  events.addEventListener('end', e => { events.close(); say(JSON.parse(e.data).sentence); });
  events.onerror = () => { if (events.readyState === EventSource.CLOSED) say('The run has stopped.'); else say('Waiting for the run …'); };
})();
