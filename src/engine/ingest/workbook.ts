import { readFileSync, writeFileSync } from 'node:fs'
import { type CellValue, type MergeRange, readXlsx } from 'hucre/xlsx'
import type { ColumnType, Reading, TextColumn } from '../../model/upload/upload.ts'
import { FileFault, limits, repeatsIn, tooFewLines, tooWide } from './upload.ts'

export interface Sheet {
  sheets: string[]
  columns: { name: string; type: ColumnType }[]
  warnings: string[]
  texts: TextColumn[]
  /** The row with the column names. */
  namesLine?: number
  /** See PreviewColumn. */
  repeats: (string | undefined)[]
  rowCount: number
}

const msPerDay = 86_400_000

/** Writes one sheet of an Excel file as CSV to `target`, and returns its columns. Throws FileFault. */
export async function sheetToCsv(
  source: string,
  target: string,
  { sheet, hasHeader = true, skipRows = 0, decimal, nullValues }: Reading,
): Promise<Sheet> {
  const { names, rows, merges } = await readSheet(source, sheet)
  const numbered = rows.map((row, i) => ({ row, line: i + 1 })).slice(skipRows)
  const filledRows = numbered.filter(({ row }) => row.some((cell) => cell !== null && cell !== ''))
  const filled = filledRows.map(({ row }) => row)
  if (filled.length === 0 && skipRows > 0 && rows.length > 0) throw tooFewLines(rows.length, 'row')
  if (filled.length === 0) throw new FileFault('the sheet is empty.')
  const width = filled.reduce((most, row) => Math.max(most, row.length), 0)
  if (width > limits.columns) throw tooWide(width)
  const cells = hasHeader ? filled.slice(1) : filled
  const namesLine = hasHeader ? filledRows[0]?.line : undefined
  const header = namesLine === undefined ? [] : namesOf(rows, namesLine - 1, merges)
  const { columns, warnings } = nameColumns(header, width, hasHeader)
  const body = withDecimals(withoutNulls(cells, nullValues), decimal, width)
  const types = columns.map((_, i) => typeOf(body, i))
  const lines = body.map((row) => columns.map((_, i) => csvCell(row[i] ?? null, types[i])).join(','))
  writeFileSync(target, [columns.map(quoted).join(','), ...lines, ''].join('\n'), { mode: 0o600 })
  return {
    sheets: names,
    columns: columns.map((name, i) => ({ name, type: types[i] ?? 'VARCHAR' })),
    warnings,
    texts: columns.flatMap((name, i) => {
      const because = types[i] === 'VARCHAR' ? textBecauseOf(body, i) : undefined
      if (!because) return []
      const { at, ...rest } = because
      return [{ source: name, line: filledRows[at + (hasHeader ? 1 : 0)]?.line, ...rest }]
    }),
    namesLine,
    repeats: repeatsIn(header.map((cell) => (cell === null ? null : String(cell)))),
    rowCount: body.length,
  }
}

async function readSheet(source: string, wanted: string | undefined) {
  const names: string[] = []
  try {
    const workbook = await readXlsx(new Uint8Array(readFileSync(source)), {
      sheets: (info, index) => {
        names.push(info.name)
        return wanted === undefined ? index === 0 : info.name === wanted
      },
    })
    const [first] = workbook.sheets
    return { names, rows: first?.rows ?? [], merges: first?.merges ?? [] }
  } catch (error) {
    throw new FileFault('it is not a valid Excel workbook (.xlsx), or it is incomplete.', {
      cause: error,
    })
  }
}

/** Cells with a null value are empty, whether they are text or a number. */
function withoutNulls(rows: CellValue[][], nullValues: readonly string[] | undefined): CellValue[][] {
  if (nullValues === undefined) return rows
  const nulls = new Set(nullValues)
  return rows.map((row) => row.map((cell) => (cell !== null && nulls.has(String(cell)) ? null : cell)))
}

/** Columns of numbers that were entered as text with a comma become numbers. */
function withDecimals(rows: CellValue[][], decimal: Reading['decimal'], width: number): CellValue[][] {
  if (decimal !== ',') return rows
  const isNumber = (cell: CellValue) => typeof cell === 'number' || /^\s*[-+]?\d+(,\d+)?\s*$/.test(String(cell))
  const numeric = Array.from({ length: width }, (_, i) =>
    rows.every((row) => row[i] == null || row[i] === '' || isNumber(row[i])),
  )
  return rows.map((row) =>
    row.map((cell, i) =>
      numeric[i] && typeof cell === 'string' && cell !== '' ? Number(cell.replace(',', '.')) : cell,
    ),
  )
}

/**
 * The column names of a row. If a name is in a merged cell that spans several rows, it is in the first of these rows.
 */
const namesOf = (rows: CellValue[][], at: number, merges: readonly MergeRange[]): CellValue[] =>
  (rows[at] ?? []).map((cell, i) => {
    const merge = merges.find(
      ({ startRow, endRow, startCol, endCol }) => startRow < at && endRow === at && startCol === i && endCol === i,
    )
    return merge ? (rows[merge.startRow]?.[i] ?? cell) : cell
  })

function nameColumns(header: CellValue[], width: number, hasHeader: boolean) {
  const warnings: string[] = []
  const taken = new Set<string>()
  const columns = Array.from({ length: width }, (_, i) => {
    const given = String(header[i] ?? '').trim()
    const wanted = given === '' ? `column${i + 1}` : given
    let name = wanted
    if (given === '' && hasHeader) warnings.push(`A column name is missing: column ${i + 1} is named ${name}.`)
    for (let n = 1; taken.has(name.toLowerCase()); n += 1) name = `${wanted}_${n}`
    if (given !== '' && name !== given)
      warnings.push(`The name ${given} occurs more than once: column ${i + 1} is named ${name}.`)
    taken.add(name.toLowerCase())
    return name
  })
  return { columns, warnings }
}

function typeOf(rows: CellValue[][], index: number): ColumnType {
  const values = rows.map((row) => row[index] ?? null).filter((cell) => cell !== null && cell !== '')
  if (values.length === 0) return 'VARCHAR'
  if (values.every((cell) => typeof cell === 'boolean')) return 'BOOLEAN'
  if (values.every((cell) => typeof cell === 'number')) return values.every(Number.isSafeInteger) ? 'BIGINT' : 'DOUBLE'
  if (values.every((cell) => cell instanceof Date && !Number.isNaN(cell.getTime())))
    return values.every((cell) => (cell as Date).getTime() % msPerDay === 0) ? 'DATE' : 'TIMESTAMP'
  return 'VARCHAR'
}

/**
 * For a column that is text because of few cells: the first of these cells, and the type of the column without them.
 */
function textBecauseOf(rows: CellValue[][], index: number): (Omit<TextColumn, 'source'> & { at: number }) | undefined {
  const isText = (row: CellValue[]) => typeof row[index] === 'string' && row[index] !== ''
  const at = rows.findIndex(isText)
  const count = rows.filter(isText).length
  const others = rows.filter((row) => !isText(row))
  const filled = others.filter((row) => row[index] !== null && row[index] !== undefined && row[index] !== '').length
  if (at < 0 || count * 20 > count + filled) return undefined
  const type = typeOf(others, index)
  if (type === 'VARCHAR') return undefined
  return { at, count, type, value: String(rows[at]?.[index]).trim().slice(0, 100) }
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

function csvCell(cell: CellValue, type: ColumnType | undefined): string {
  if (cell === null || cell === '') return ''
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return ''
    const text = cell.toISOString()
    return type === 'DATE' ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
  }
  return quoted(String(cell))
}
