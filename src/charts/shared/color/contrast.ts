/** Black or white, whichever reads on the colour. Formula: luma (Rec. 601), black above `threshold`. */
export function contrastingText(background: string, threshold = 186): '#000' | '#FFF' {
  const [red, green, blue] = channels(background)
  return 0.299 * red + 0.587 * green + 0.114 * blue > threshold ? '#000' : '#FFF'
}

/** #rgb, #rrggbb or rgb(); anything else counts as dark. */
function channels(color: string): [number, number, number] {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color)?.[1]
  if (hex) {
    const size = hex.length / 3
    const channel = (at: number): number => Number.parseInt(hex.slice(at * size, (at + 1) * size).repeat(3 - size), 16)
    return [channel(0), channel(1), channel(2)]
  }
  const rgb = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(color)
  return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])] : [0, 0, 0]
}
