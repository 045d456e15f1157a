import { strToU8, zipSync } from 'fflate'
import { plainText } from './cells.ts'
import type { ResultRows } from './resultQuery.ts'

/** Limits of the format: rows below the header, and characters of a cell. */
const mostRows = 1_048_575
const mostLetters = 32_767

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org'

/** Whether XML can contain a character. */
function isAllowed(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
}

const plain = /^[\x20-\x7e]*$/

/** Characters that XML cannot contain are omitted. */
function escaped(text: string): string {
  const cut = text.slice(0, mostLetters)
  const allowed = plain.test(cut) ? cut : [...cut].filter(isAllowed).join('')
  return allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '<c/>'
  if (typeof value === 'number' && Number.isFinite(value)) return `<c><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(plainText(value))}</t></is></c>`
}

/** A result as an Excel workbook with one sheet. Texts are never formulas. */
export function excelFile({ columns, cells, count }: ResultRows): Blob {
  const rows = [`<row>${columns.map(({ name }) => cell(name)).join('')}</row>`]
  for (let row = 0; row < Math.min(count, mostRows); row += 1) {
    rows.push(`<row>${cells.map((column) => cell(column[row])).join('')}</row>`)
  }
  const sheet = `${head}<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData></worksheet>`
  const files = {
    '[Content_Types].xml': `${head}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Result" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
  }
  const zipped = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
  return new Blob([zipped as Uint8Array<ArrayBuffer>], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}
