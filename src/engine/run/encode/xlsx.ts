import type { Cell } from '../../frame.ts'
import { ByteSink } from './byteSink.ts'
import { type CsvHeader, defuse, isoText } from './csv.ts'
import type { PackedContent, ZipEntry } from './zip.ts'

const MS_PER_DAY = 86_400_000
/** Days from the spreadsheet epoch to 1970. */
const SERIAL_OF_1970 = 25_569
/** Before 1 March 1900, spreadsheets disagree about the day: such dates are written as text. */
const FIRST_SAFE_SERIAL = 61
/** The end of 31 December 9999 (exclusive). */
const LAST_SERIAL = 2_958_466
/** Maximum rows of a sheet, including its header. */
export const SHEET_ROWS = 1_048_576
export const SHEET_COLUMNS = 16_384
const CELL_CHARACTERS = 32_767
const PIECE_BYTES = 262_144

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Some rows of a sheet, by column. */
export interface SheetRows {
  cells: readonly (readonly Cell[])[]
  rowCount: number
}

/** Time columns of a sheet with their own format; further ones always show the time of day. */
const SHEET_STYLES = 32

/**
 * The parts of a workbook with one sheet, to be zipped in this order. Rows are requested as they are written.
 * `sheetAt`: the position of the sheet in the workbook that `joinedWorkbook` creates from several files. Only the first
 * one is a valid workbook on its own, because the styles belong to the position.
 */
export function workbook(headers: readonly CsvHeader[], rows: AsyncIterable<SheetRows>, sheetAt = 0): ZipEntry[] {
  const columns = columnsOf(headers, sheetAt)
  return [
    ...frame(['Sheet1']),
    { name: SHEET_PART, content: sheet(columns, rows) },
    // last: whether a time column needs the time of day is known only after all its rows are written
    part(STYLES_PART, () => styles([formatsOf(columns)])),
  ]
}

/** A sheet that is written already. `formats`: of its time columns. */
export interface WrittenSheet {
  name: string
  /** The position for which it was written. A position may stay empty. */
  sheetAt: number
  packed: PackedContent
  formats: readonly number[]
}

/** The parts of a workbook of several written sheets. */
export function workbookOf(sheets: readonly WrittenSheet[]): ZipEntry[] {
  const places = Math.max(...sheets.map(({ sheetAt }) => sheetAt)) + 1
  const formats = Array.from({ length: places }, (): number[] => Array(SHEET_STYLES).fill(0))
  for (const sheet of sheets) formats[sheet.sheetAt]?.splice(0, sheet.formats.length, ...sheet.formats)
  return [
    ...frame(sheets.map(({ name }) => name)),
    ...sheets.map(({ packed }, at) => ({ name: sheetPart(at), packed })),
    part(STYLES_PART, () => styles(formats)),
  ]
}

const sheetPart = (at: number) => `xl/worksheets/sheet${at + 1}.xml`
export const SHEET_PART = sheetPart(0)
export const STYLES_PART = 'xl/styles.xml'

const part = (name: string, text: () => string): ZipEntry => ({
  name,
  content: (function* () {
    yield Buffer.from(XML + text())
  })(),
})

/** The parts before the sheets. */
const frame = (names: readonly string[]): ZipEntry[] => [
  part('[Content_Types].xml', () => contentTypes(names.length)),
  part('_rels/.rels', () => relations([['officeDocument', 'xl/workbook.xml']])),
  part(
    'xl/workbook.xml',
    () =>
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${names
        .map((name, at) => `<sheet name="${attribute(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
  ),
  part('xl/_rels/workbook.xml.rels', () =>
    relations([
      ...names.map((_, at): [string, string] => ['worksheet', sheetPart(at).slice(3)]),
      ['styles', 'styles.xml'],
    ]),
  ),
]

interface SheetColumn extends CsvHeader {
  letters: string
  /** The style of its times. Style 0 is plain, 1 is for headers, the next ones are for the times of each sheet. */
  style: number
  hasTimeOfDay: boolean
}

function columnsOf(headers: readonly CsvHeader[], sheetAt: number): SheetColumn[] {
  let times = 0
  return headers.map(({ name, type }, at) => {
    const own = Math.min(times, SHEET_STYLES - 1)
    if (type === 'time') times += 1
    const style = 2 + sheetAt * SHEET_STYLES + own
    return { name, type, letters: lettersOf(at), style, hasTimeOfDay: own === SHEET_STYLES - 1 }
  })
}

/** The number formats of the time columns that have one. */
const formatsOf = (columns: readonly SheetColumn[]): number[] =>
  columns
    .filter(({ type }) => type === 'time')
    .slice(0, SHEET_STYLES)
    .map(({ hasTimeOfDay }) => (hasTimeOfDay ? TIME_FORMAT : DATE_FORMAT))

/** The formats of the time columns in the styles of a file that `workbook` created. */
export const formatsIn = (stylesXml: string): number[] =>
  [...(stylesXml.split('<cellXfs')[1] ?? '').matchAll(/<xf numFmtId="(\d+)"/g)]
    .slice(2)
    .map(([, format]) => Number(format))

async function* sheet(columns: SheetColumn[], rows: AsyncIterable<SheetRows>): AsyncGenerator<Buffer> {
  const sink = new ByteSink()
  sink.ascii(
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData><row r="1">`,
  )
  for (const { name, letters } of columns) text(sink, `${letters}1" s="1`, name)
  sink.ascii('</row>')
  let number = 1
  for await (const { cells, rowCount } of rows) {
    for (let row = 0; row < rowCount; row++) {
      number++
      sink.ascii(`<row r="${number}">`)
      for (let at = 0; at < columns.length; at++) {
        const cell = (cells[at] as readonly Cell[])[row]
        if (cell !== null && cell !== undefined) write(sink, cell, columns[at] as SheetColumn, number)
      }
      sink.ascii('</row>')
      if (sink.length > PIECE_BYTES) yield sink.take()
    }
  }
  sink.ascii('</sheetData></worksheet>')
  yield sink.take()
}

function write(sink: ByteSink, cell: Exclude<Cell, null>, column: SheetColumn, row: number): void {
  const place = `${column.letters}${row}`
  switch (typeof cell) {
    case 'number':
      if (Number.isNaN(cell)) return
      if (column.type === 'time') time(sink, cell, column, place)
      else if (Number.isFinite(cell)) number(sink, place, cell)
      else text(sink, place, cell > 0 ? 'inf' : '-inf')
      return
    case 'boolean':
      sink.ascii(`<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`)
      return
    case 'string':
      text(sink, place, cell)
      return
    case 'bigint':
      // a spreadsheet keeps 15 digits; as text, no digit is lost
      text(sink, place, cell.toString())
      return
    default:
      text(sink, place, `[${cell.map(String).join(', ')}]`)
  }
}

function number(sink: ByteSink, place: string, value: number): void {
  sink.ascii(`<c r="${place}"><v>`)
  sink.double(value)
  sink.ascii('</v></c>')
}

function time(sink: ByteSink, ms: number, column: SheetColumn, place: string): void {
  const serial = ms / MS_PER_DAY + SERIAL_OF_1970
  if (serial < FIRST_SAFE_SERIAL || serial >= LAST_SERIAL) {
    text(
      sink,
      place,
      isoText(ms)
        .replace('T', ' ')
        .replace(/(\.000)?Z$/, ''),
    )
    return
  }
  if (ms % MS_PER_DAY !== 0) column.hasTimeOfDay = true
  sink.ascii(`<c r="${place}" s="${column.style}"><v>`)
  sink.double(serial)
  sink.ascii('</v></c>')
}

function text(sink: ByteSink, place: string, value: string): void {
  sink.ascii(`<c r="${place}" t="inlineStr"><is><t xml:space="preserve">`)
  sink.utf8(xmlText(defuse(value).slice(0, CELL_CHARACTERS)))
  sink.ascii('</t></is></c>')
}

const special = /[&<>]|_(?=x[0-9A-Fa-f]{4}_)/g
/** Control characters except tab and line feed, and the two code points that are not characters. */
const unwritable = /[^\t\n\u0020-\ufffd]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const attribute = (value: string) => xmlText(value).replaceAll('"', '&quot;')

const escaped = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/**
 * Characters that are invalid in XML are written as the format defines: `_x0001_`. A text that looks like this gets its
 * underscore escaped.
 */
const xmlText = (value: string): string =>
  value.replace(special, (character) => entities[character] ?? escaped(character)).replace(unwritable, escaped)

/** A, B, … Z, AA, … */
function lettersOf(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? lettersOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}

const contentTypes = (sheets: number) =>
  `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${Array.from(
    { length: sheets },
    (_, at) => `<Override PartName="/${sheetPart(at)}" ContentType="${TYPE}.worksheet+xml"/>`,
  ).join('')}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`

const relations = (targets: [type: string, target: string][]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const DATE_FORMAT = 164
const TIME_FORMAT = 165

/** `formats`: those of the time columns of each sheet. */
function styles(formats: readonly (readonly number[])[]): string {
  const own = formats.flat()
  const cell = (format: number, font = 0) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
  return `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="${DATE_FORMAT}" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="${TIME_FORMAT}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${own.length + 2}">${cell(0)}${cell(0, 1)}${own.map((format) => cell(format)).join('')}</cellXfs></styleSheet>`
}
