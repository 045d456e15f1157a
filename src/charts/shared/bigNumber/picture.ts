import { type ChartTheme, fontSans } from '../theme.ts'
import { type SparkPoint, sparkline } from './sparkline.ts'

/** A run of text on one line; runs follow each other. */
export interface TextRun {
  text: string
  fontSize: number
  fontWeight: number
  color: string
  /** px to the previous run */
  gap?: number
}

export interface TextLine {
  x: number
  baseline: number
  runs: TextRun[]
  /** `x` is its center, not its start */
  isCentred?: boolean
  /** the role of the line, for tools that read the structure of the page */
  role: 'timestamp' | 'figure' | 'change' | 'subheader'
}

/**
 * A big number as positions and paths: the browser shows it as SVG, and reports can draw it. Pure, and therefore
 * without measuring text; widths are estimated.
 */
export interface Picture {
  width: number
  height: number
  fontFamily: string
  lines: TextLine[]
  spark?: { area: string; line: string; color: string }
}

export interface BigNumberContent {
  figure: string
  /** whether the value is a number, whose unit is displayed less prominently */
  isNumber: boolean
  figureColor?: string
  /** whether the value is an older one, because the newest value is missing */
  isStale?: boolean
  /** why the value may still change, in the language of the reader */
  note?: string | undefined
  change?: { text: string; direction: 'up' | 'down' | 'level'; tone: 'good' | 'bad' | 'neutral'; suffix: string }
  subheader?: string
  timestamp?: string
  spark?: { points: SparkPoint[]; color: string; fromZero: boolean; domain?: [number, number] }
  headerFontSize: number
  subheaderFontSize: number
}

/** Maximum height in px of which font sizes are fractions: in a taller tile, the number would be too large. */
const tallest = 110
/** Minimum size in px of a chart that has its own pane instead of a tile, where the number is large and centered. */
const pane = { width: 320, height: 400, tallest: 320 }
/** Font size in px of the number in a one-row tile with the default fraction of 0.4. */
const tileFigure = 28
/** px: the minimum size of the texts below the number */
const smallest = 12

export function drawBigNumber(
  content: BigNumberContent,
  theme: ChartTheme,
  size: { width: number; height: number },
): Picture {
  const { width, height } = size
  const spark = content.spark && content.spark.points.length > 1 ? content.spark : undefined
  const isPane = width >= pane.width && height >= pane.height
  const aside = spark !== undefined && !isPane && (height < 110 || width > height * 2.6) && width >= 180
  const scale = Math.min(height, isPane ? pane.tallest : tallest)
  const small = Math.round(clamp(content.subheaderFontSize * scale, smallest, isPane ? 28 : 18))
  // the texts next to the line take the space they need, and the line shrinks to at least a third
  const wanting = Math.max(notesWidth(content, small), estimated(content.subheader ?? '', small))
  const textWidth = aside ? Math.round(clamp(wanting + 4, width * 0.48, width * 0.66)) : width
  const wanted = Math.max((tileFigure * content.headerFontSize) / 0.4, content.headerFontSize * scale)
  const runs = figureRuns(content, theme)
  let figureSize = Math.round(fitted(runs, Math.min(wanted, height * 0.7), textWidth))

  const lines: { role: TextLine['role']; height: number; runs: TextRun[] }[] = []
  if (content.timestamp !== undefined) {
    lines.push({
      role: 'timestamp',
      height: isPane ? 20 : 16,
      runs: [run(content.timestamp, isPane ? 14 : 11, 420, theme.text3)],
    })
  }
  const figure = (): (typeof lines)[number] => ({
    role: 'figure',
    height: Math.round(figureSize * 1.2),
    runs: runs.map((part) => ({ ...part, fontSize: Math.round(figureSize * part.fontSize) })),
  })
  lines.push(figure())
  const notes = noteLine(content, theme, small, textWidth)
  if (notes.length > 0) lines.push({ role: 'change', height: Math.round(small * 1.5), runs: notes })
  if (content.subheader) {
    lines.push({
      role: 'subheader',
      height: Math.round(small * 1.5),
      runs: [run(truncated(content.subheader, small, textWidth), small, 420, theme.text2)],
    })
  }

  // parts that do not fit are omitted from the end; the number and its change are omitted last. If a tile is too low
  // for both, the change takes precedence over the line
  const lineBelow = spark !== undefined && !aside ? Math.round(height * (isPane ? 0.45 : 0.3)) : 0
  const least = sum(lines.filter(({ role }) => role === 'figure' || role === 'change'))
  const sparkBelow = content.change !== undefined && least > height - lineBelow - 8 ? 0 : lineBelow
  const room = height - sparkBelow - (sparkBelow > 0 ? 8 : 0)
  // a number with more than the default size shrinks to make room for its texts
  const over = Math.max(0, sum(lines) - room)
  if (over > 0 && figureSize - over / 1.2 >= tileFigure) {
    figureSize = Math.floor(figureSize - over / 1.2)
    lines[lines.findIndex(({ role }) => role === 'figure')] = figure()
  }
  while (sum(lines) > room && lines.length > 1) {
    const last = ['subheader', 'timestamp', 'change'].map((role) => lines.findIndex((line) => line.role === role))
    const dropped = lines.splice(last.find((index) => index !== -1) ?? lines.length - 1, 1)[0]
    const change = lines.find((line) => line.role === 'change')
    // the time is placed next to the change if it has no line of its own
    if (dropped?.role === 'timestamp' && change && content.change?.suffix === '') {
      const time = { ...run(content.timestamp ?? '', change.runs[0]?.fontSize ?? small, 420, theme.text3), gap: 6 }
      if (lengthOf([...change.runs, time]) <= textWidth) change.runs.push(time)
    }
  }

  // a single number in a one-row tile is aligned with the numbers in adjacent tiles that have a note below them
  const missingNote = lines.length === 1 && height < tallest ? Math.round(small * 1.5) : 0
  let top = Math.max(0, Math.round((room - sum(lines) - missingNote) / 2))
  const placed = lines.map((line): TextLine => {
    const fontSize = Math.max(...line.runs.map((part) => part.fontSize))
    const baseline = top + Math.round(line.height / 2 + fontSize * 0.36)
    top += line.height
    return { x: isPane ? width / 2 : 0, ...(isPane && { isCentred: true }), baseline, runs: line.runs, role: line.role }
  })
  return {
    width,
    height,
    fontFamily: fontSans,
    lines: placed,
    ...(spark !== undefined &&
      (aside || sparkBelow > 0) && {
        spark: {
          ...sparkline(
            spark,
            aside
              ? {
                  left: textWidth + 12,
                  top: Math.round(height * 0.2),
                  width: width - textWidth - 12,
                  height: Math.round(height * 0.62),
                }
              : { left: 0, top: height - sparkBelow, width, height: sparkBelow },
          ),
          color: content.isStale ? theme.chartMuted : spark.color,
        },
      }),
  }
}

function figureRuns(content: BigNumberContent, theme: ChartTheme): TextRun[] {
  const color = content.figureColor ?? (content.isStale ? theme.textDisabled : theme.text)
  // "20.9%" and "USD 3.00M": the unit is less prominent than the number
  if (!content.isNumber) return [run(content.figure, 1, 560, color)]
  const match = /^([^\d−-]{2,} )?(.*?)(\s?%|\s[^\d\s]{2,})?$/u.exec(content.figure)
  const [, before = '', number = content.figure, after = ''] = match ?? []
  if (!/\d/.test(number)) return [run(content.figure, 1, 560, color)]
  const unit = (text: string, gap: number) => ({ ...run(text.trim(), 0.57, 420, theme.text2), gap })
  return [
    ...(before ? [unit(before, 0)] : []),
    { ...run(number, 1, 560, color), ...(before && { gap: 5 }) },
    ...(after ? [unit(after, 4)] : []),
  ]
}

/** px between the change and the note after it */
const noteGap = 8

/** Width of the complete line of the change with its note; if the change has no text, the line may include the time. */
function notesWidth(content: BigNumberContent, fontSize: number): number {
  const { change, note, timestamp = '' } = content
  return (
    (change === undefined ? 0 : estimated(`→ ${change.text} ${change.suffix || timestamp}`, fontSize) + 6) +
    (note === undefined ? 0 : estimated(note, fontSize) + noteGap)
  )
}

/**
 * The change, the text after it and the note. The note is more important than the text, and makes the line smaller if
 * it has to; parts that do not fit are omitted.
 */
function noteLine(content: BigNumberContent, theme: ChartTheme, small: number, width: number): TextRun[] {
  const { note } = content
  if (content.change === undefined) return note === undefined ? [] : [run(note, small, 420, theme.text3)]
  const { direction, tone, text, suffix } = content.change
  const color = { good: theme.successFg, bad: theme.dangerFg, neutral: theme.text2 }[tone]
  const arrow = { up: '↗', down: '↘', level: '→' }[direction]
  const fitting = Math.floor((width - noteGap) / estimated(`${arrow} ${text}${note ?? ''}`, 1))
  const isNoted = note !== undefined && fitting >= smallest
  const fontSize = isNoted ? Math.min(fitting, small) : small
  const runs = [run(`${arrow} ${text}`, fontSize, 520, color)]
  const shown = isNoted ? [{ ...run(note, fontSize, 420, theme.text3), gap: noteGap }] : []
  const left = width - lengthOf([...runs, ...shown]) - 6
  // a few letters are not understandable
  if (suffix && left >= Math.min(estimated(suffix, fontSize), 3 * fontSize)) {
    runs.push({ ...run(truncated(suffix, fontSize, left), fontSize, 420, theme.text2), gap: 6 })
  }
  return [...runs, ...shown]
}

const run = (text: string, fontSize: number, fontWeight: number, color: string): TextRun => ({
  text,
  fontSize,
  fontWeight,
  color,
})

/** The largest size up to `wanted` at which the runs (whose sizes are fractions of it) fit the width. */
function fitted(runs: TextRun[], wanted: number, width: number): number {
  const perPx = runs.reduce((total, part) => total + estimated(part.text, part.fontSize) + (part.gap ?? 0) / wanted, 0)
  return Math.max(14, Math.min(wanted, width / Math.max(perPx, 0.01)))
}

const wide = /[mwMW%@]/
const narrow = /[.,:;'|il1 ]/

/** Approximate width of a text in Inter. */
function estimated(text: string, fontSize: number): number {
  let width = 0
  for (const char of text) {
    if (char.codePointAt(0)! > 0x2e80) width += 1
    else width += wide.test(char) ? 0.88 : narrow.test(char) ? 0.36 : 0.62
  }
  return width * fontSize
}

/** Approximate width of runs that follow each other. */
const lengthOf = (runs: TextRun[]): number =>
  runs.reduce((total, { text, fontSize, gap = 0 }) => total + estimated(text, fontSize) + gap, 0)

function truncated(text: string, fontSize: number, width: number): string {
  if (estimated(text, fontSize) <= width) return text
  const chars = [...text]
  while (chars.length > 1 && estimated(`${chars.join('')}…`, fontSize) > width) chars.pop()
  return `${chars.join('').trimEnd()}…`
}

const sum = (lines: { height: number }[]) => lines.reduce((total, line) => total + line.height, 0)
const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
