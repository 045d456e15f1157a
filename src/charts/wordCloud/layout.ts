import type { DrawInput } from '../shared/contract.ts'
import { noteHeight } from '../shared/note.ts'
import { columnNames, eachRow, metricNumbers } from '../shared/plot/rows.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import type { Steps } from '../shared/steps.ts'
import { textWidth } from '../shared/textWidth.ts'
import type { WordCloudForm } from './query.ts'

export interface Word {
  text: string
  value: number
  fontSize: number
}

export interface PlacedWord extends Word {
  /** position of the center of the word */
  x: number
  y: number
  /** in degrees */
  rotation: number
}

export interface Cloud {
  /** the area that the words were placed in: at least the size of the chart, with the same proportions */
  width: number
  height: number
  words: PlacedWord[]
}

/** The rows with a value as words, the largest first. Font sizes are linear in the value, from zero. */
export const readWords = readInSteps(function* ({
  formData: form,
  data,
}: Pick<DrawInput<WordCloudForm>, 'formData' | 'data'>): Steps<Word[]> {
  const [values, names] = [metricNumbers(data[0], form.metric), columnNames(data[0], form.series, 'smart_date')]
  const rows: { text: string; value: number }[] = []
  yield* eachRow(names.count, (row) => {
    const value = values[row] ?? null
    const text = names.at(row).trim()
    if (value !== null && text !== '') rows.push({ text, value })
  })
  const largest = rows.reduce((most, { value }) => Math.max(most, value), 0)
  const [from, to] = [Math.max(1, form.size_from), Math.max(1, form.size_to)]
  const sizeOf = (value: number) => from + (largest === 0 ? 0 : Math.max(0, value) / largest) * (to - from)
  rows.sort((one, other) => other.value - one.value)
  yield
  return rows.map(({ text, value }) => ({ text: shortened(text), value, fontSize: sizeOf(value) }))
})

const longestWord = 60
const shortened = (text: string) =>
  text.length > longestWord ? `${[...text].slice(0, longestWord - 1).join('')}…` : text

/** Words have a slightly heavier font than the text whose widths are known. */
const heavier = 1.06
/** Height of letters with ascenders and descenders, as a fraction of the font size. */
const tall = 0.98
/** Side in px of a square of the occupancy grid. */
const square = 3
/** Maximum number of words, the largest first; more would not be legible. */
const mostWords = 200
/** After this many consecutive words that do not fit, the others would not fit either. */
const mostMisses = 10

/**
 * Places the words on spirals around the center, without overlap. The same words and size always result in the same
 * cloud. If the largest tenth of the words (at least ten) does not fit, all words are placed in a larger area, which is
 * then drawn smaller.
 */
export function layOutWords(
  words: Word[],
  rotation: WordCloudForm['rotation'],
  size: { width: number; height: number },
): Cloud {
  const important = Math.min(words.length, Math.max(10, Math.ceil(words.length / 10)))
  for (let factor = 1; ; factor += 0.5) {
    const area = { width: Math.round(size.width * factor), height: Math.round(size.height * factor) }
    const placed = placeAll(readableIn(words, factor), rotation, area, factor >= 3.5 ? 0 : important)
    if (placed) return cropped(area, placed)
  }
}

/** px of the smallest font on the screen */
const leastFont = 10

/**
 * The words for an area that is drawn smaller by a factor. Small words become larger, so that they are readable: fewer
 * fit then.
 */
const readableIn = (words: Word[], factor: number): Word[] =>
  words.map((word) => ({ ...word, fontSize: Math.max(word.fontSize, Math.min(leastFont, word.fontSize) * factor) }))

/** The words; if some do not fit, with space below for a line that says so. */
export function layOutWithNote(
  words: Word[],
  rotation: WordCloudForm['rotation'],
  { width, height }: { width: number; height: number },
): Cloud {
  if (words.length <= mostWords) {
    const whole = layOutWords(words, rotation, { width, height })
    if (whole.words.length === words.length) return whole
  }
  return layOutWords(words.slice(0, mostWords), rotation, { width, height: height - noteHeight })
}

/** Maximum enlargement of a few words to use the remaining space. */
const mostGrowth = 2.6

/** The part of an area that contains the words, with the proportions of the area. */
function cropped({ width, height }: { width: number; height: number }, words: PlacedWord[]): Cloud {
  let [reachX, reachY] = [width / 2 / mostGrowth, height / 2 / mostGrowth]
  for (const word of words) {
    const box = boxOf(word, word.rotation)
    reachX = Math.max(reachX, Math.abs(word.x - width / 2) + box.reachX)
    reachY = Math.max(reachY, Math.abs(word.y - height / 2) + box.reachY)
  }
  const part = Math.min(1, Math.max(reachX / (width / 2), reachY / (height / 2)))
  const [left, top] = [(width * (1 - part)) / 2, (height * (1 - part)) / 2]
  return {
    width: width * part,
    height: height * part,
    words: words.map((word) => ({ ...word, x: word.x - left, y: word.y - top })),
  }
}

/** Undefined if one of the first `needed` words does not fit. */
function placeAll(
  words: Word[],
  rotation: WordCloudForm['rotation'],
  area: { width: number; height: number },
  needed: number,
): PlacedWord[] | undefined {
  const plan = new Plan(area.width, area.height)
  const placed: PlacedWord[] = []
  let misses = 0
  for (const [at, word] of words.entries()) {
    if (misses >= mostMisses) break
    const seed = hashOf(word.text)
    const turn = turnOf(rotation, seed)
    const box = boxOf(word, turn)
    const place = findPlace(plan, box, area, seed)
    if (place === undefined) {
      if (at < needed) return undefined
      misses += 1
      continue
    }
    misses = 0
    plan.take(box, place.x, place.y)
    placed.push({ ...word, ...place, rotation: turn })
  }
  return placed
}

/** A rotated rectangle around its center. */
interface Box {
  halfWidth: number
  halfHeight: number
  sin: number
  cos: number
  /** half the size of its axis-aligned bounding box */
  reachX: number
  reachY: number
}

function boxOf({ text, fontSize }: Word, turn: number): Box {
  const halfWidth = (textWidth(text) * heavier * fontSize) / 12 / 2 + 1
  const halfHeight = (fontSize * tall) / 2 + 0.5
  const angle = (turn * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return {
    halfWidth,
    halfHeight,
    sin,
    cos,
    reachX: Math.abs(halfWidth * cos) + Math.abs(halfHeight * sin),
    reachY: Math.abs(halfWidth * sin) + Math.abs(halfHeight * cos),
  }
}

/** The first free position on a spiral from the center outwards. The spiral has the proportions of the area. */
function findPlace(plan: Plan, box: Box, { width, height }: { width: number; height: number }, seed: number) {
  if (box.reachX * 2 > width || box.reachY * 2 > height) return undefined
  const stretch = width / height
  const start = ((seed >>> 8) / 0xff_ff_ff) * 2 * Math.PI
  const furthest = Math.hypot(width, height) / 2
  const step = Math.max(3, Math.min(7, box.halfHeight / 2))
  for (let radius = 0, angle = start; radius < furthest; ) {
    const x = width / 2 + radius * Math.cos(angle) * Math.min(1.6, Math.sqrt(stretch))
    const y = height / 2 + (radius * Math.sin(angle)) / Math.min(1.6, Math.sqrt(stretch))
    const isInside = x - box.reachX >= 0 && x + box.reachX <= width && y - box.reachY >= 0 && y + box.reachY <= height
    if (isInside && plan.isFree(box, x, y)) return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 }
    const turn = step / Math.max(step, radius)
    angle += turn
    radius += (step * turn) / (2 * Math.PI) + 0.05
  }
  return undefined
}

/** Positions on a word that are checked first, in half-widths from its center. */
const probes = [0, -0.4, 0.4, -0.8, 0.8]

/** The occupied squares of the area. */
class Plan {
  readonly columns: number
  readonly rows: number
  readonly taken: Uint8Array

  constructor(width: number, height: number) {
    this.columns = Math.ceil(width / square) + 1
    this.rows = Math.ceil(height / square) + 1
    this.taken = new Uint8Array(this.columns * this.rows)
  }

  /** Calls `visit` with the squares of a box until it returns false. */
  private every(box: Box, x: number, y: number, visit: (at: number) => boolean): boolean {
    const fromRow = Math.max(0, Math.floor((y - box.reachY) / square))
    const toRow = Math.min(this.rows - 1, Math.ceil((y + box.reachY) / square))
    const fromColumn = Math.max(0, Math.floor((x - box.reachX) / square))
    const toColumn = Math.min(this.columns - 1, Math.ceil((x + box.reachX) / square))
    for (let row = fromRow; row <= toRow; row += 1) {
      for (let column = fromColumn; column <= toColumn; column += 1) {
        const [dx, dy] = [column * square - x, row * square - y]
        const along = Math.abs(dx * box.cos + dy * box.sin)
        const across = Math.abs(dy * box.cos - dx * box.sin)
        if (along > box.halfWidth + square / 2 || across > box.halfHeight + square / 2) continue
        if (!visit(row * this.columns + column)) return false
      }
    }
    return true
  }

  isFree(box: Box, x: number, y: number): boolean {
    // most positions are occupied: checking a few squares along the middle is usually enough
    for (const part of probes) {
      const column = Math.round((x + part * box.halfWidth * box.cos) / square)
      const row = Math.round((y + part * box.halfWidth * box.sin) / square)
      if (this.taken[row * this.columns + column]) return false
    }
    return this.every(box, x, y, (at) => this.taken[at] === 0)
  }

  take(box: Box, x: number, y: number): void {
    this.every(box, x, y, (at) => {
      this.taken[at] = 1
      return true
    })
  }
}

const turns = [-90, -60, -30, 0, 30, 60]

function turnOf(rotation: WordCloudForm['rotation'], seed: number): number {
  if (rotation === 'flat') return 0
  return rotation === 'square' ? (seed % 2 === 0 ? 0 : 90) : turns[seed % turns.length]!
}

/** FNV-1a, with a final step so that low bits differ too. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01_00_01_93)
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c_1b_3c_6d) >>> 0
}
