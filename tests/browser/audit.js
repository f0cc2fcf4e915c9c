// What is wrong with how a page looks: text without contrast, words that are broken inside, a page wider than the window, and
// parts outside of it.
(() => {
  const problems = [];
  const colour = (text) => {
    const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const over = (top, under) => {
    const mix = (one, other) => one * top.a + other * (1 - top.a);
    return { r: mix(top.r, under.r), g: mix(top.g, under.g), b: mix(top.b, under.b), a: 1 };
  };
  const luminance = ({ r, g, b }) => {
    const part = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const background = (element) => {
    if (!element) return { r: 255, g: 255, b: 255, a: 1 };
    const own = colour(getComputedStyle(element).backgroundColor);
    return own.a === 1 ? own : over(own, background(element.parentElement));
  };
  // The parts of a text that stay on one line: whole words, and the parts of long names.
  const parts = (text) =>
    [...text.matchAll(/\w+/g)].flatMap(({ 0: word, index }) =>
      word.length <= 16
        ? [{ word, index }]
        : [...word.matchAll(/[a-z0-9]+|[A-Z][a-z0-9]*/g)].map((part) => ({ word: part[0], index: index + part.index })));
  const broken = (text) => {
    const range = document.createRange();
    const lines = (from, to) => {
      range.setStart(text, from);
      range.setEnd(text, to);
      return new Set([...range.getClientRects()].filter(({ width }) => width).map(({ top }) => Math.round(top))).size;
    };
    if (lines(0, text.length) < 2) return undefined;
    return parts(text.data).find(({ word, index }) => lines(index, index + word.length) > 1);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const part = element.checkVisibility() && broken(walker.currentNode);
    if (part) problems.push(`"${part.word}" is broken inside`);
    if (!walker.currentNode.data.trim() || seen.has(element) || !element.checkVisibility()) continue;
    seen.add(element);
    const style = getComputedStyle(element);
    const under = background(element);
    const [one, other] = [luminance(over(colour(style.color), under)), luminance(under)];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (isLarge ? 3 : 4.5)) {
      problems.push(`contrast ${contrast.toFixed(2)} of "${walker.currentNode.data.trim().slice(0, 40)}"`);
    }
    if (size < 10) problems.push(`${size} px: "${walker.currentNode.data.trim().slice(0, 40)}"`);
  }
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) problems.push(`the page is ${page.scrollWidth} wide, and the window ${innerWidth}`);
  return problems;
})();
