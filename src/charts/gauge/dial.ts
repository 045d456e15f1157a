/** The position of a dial whose arc uses as much of the space as possible. */
export interface Dial {
  x: number
  y: number
  radius: number
  /** width of the bounding box of the arc */
  width: number
}

const margin = 8

/**
 * The largest circle whose arc between two angles (degrees, counterclockwise from the right) fits the size. For half a
 * dial, it can be larger than for a full one. The center is always inside, and there is room for a value below it.
 */
export function dialOf(start: number, end: number, size: { width: number; height: number }): Dial {
  const box = arcBox(start, end)
  const [wide, high] = [box.right - box.left, box.bottom - box.top]
  const radius = Math.max(8, Math.min((size.width - 2 * margin) / wide, (size.height - 2 * margin) / high))
  const x = (size.width - wide * radius) / 2 - box.left * radius
  const y = (size.height - high * radius) / 2 - box.top * radius
  return { x, y, radius, width: wide * radius }
}

/** The bounding box of an arc of radius 1 around the center at (0, 0); y points down. */
function arcBox(start: number, end: number) {
  const [from, to] = [Math.min(start, end), Math.max(start, end)]
  const box = { left: -0.2, right: 0.2, top: -0.2, bottom: 0.62 }
  const angles = [from, to]
  for (let quarter = Math.ceil(from / 90) * 90; quarter <= Math.min(to, from + 360); quarter += 90) angles.push(quarter)
  for (const angle of angles) {
    const [x, y] = [Math.cos((angle * Math.PI) / 180), -Math.sin((angle * Math.PI) / 180)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}
