import { escaped } from '../entities/link.ts'
import type { DataTable, MailPicture } from './content.ts'

/** What a mail says, without its recipients. */
export interface MailText {
  subject: string
  text: string
  html: string
}

/** What a mail says about one chart, dashboard or saved query. */
export interface MailPart {
  title: string
  /** Where it is opened. */
  link: string
  /** Sentences about what moved most. */
  highlights: readonly string[]
  tables: readonly DataTable[]
  /** In its text. */
  pictures: readonly MailPicture[]
}

export interface ReportMail extends MailPart {
  type: 'Alert' | 'Report'
  /** Instead of the usual one. */
  subject: string | null
  name: string
  description: string | null
  /** The value of the condition of an alert. */
  value: number | null
  /** What was expected instead of the value, as a sentence. */
  expected: string | null
  /** Further dashboards. */
  more: readonly MailPart[]
  /** Names of attached files. */
  files: readonly string[]
}

/** One line: a subject cannot have more. */
const line = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Inline styles, because mail programs drop style sheets. Both themes of mail programs can show these colours. */
const FONT = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif;font-size:14px;line-height:1.5"
const CELL = 'padding:4px 12px;border-bottom:1px solid #8886;text-align:left;vertical-align:top'
const HEAD = `${CELL};font-weight:600`
const BUTTON =
  'display:inline-block;padding:8px 16px;border-radius:6px;background:#1f6feb;color:#ffffff;text-decoration:none;font-weight:600'

/** The mail of an alert or report; with the address by which its recipient unsubscribes. */
export function reportMail(mail: ReportMail, unsubscribe?: string): MailText {
  const { type, name, title } = mail
  const intro = introOf(mail)
  const attached = mail.files.length > 0 ? [`Attached: ${mail.files.join(', ')}`] : []
  const text = [
    ...[mail, ...mail.more].flatMap((part, at) => textPart(part, at === 0 ? intro : [])),
    ...attached,
    ...(unsubscribe ? [`Unsubscribe: ${unsubscribe}`] : []),
  ]
  const html = [
    ...[mail, ...mail.more].flatMap((part, at) => htmlPart(part, at === 0 ? intro : [])),
    ...attached.map(paragraph),
    ...(unsubscribe
      ? [
          `<p style="margin:0;font-size:12px"><a href="${escaped(unsubscribe)}" style="color:inherit">Unsubscribe</a></p>`,
        ]
      : []),
  ]
  return {
    subject: line(mail.subject || `[${type}] ${name}: ${title}`),
    text: `${text.join('\n\n')}\n`,
    html: page(html),
  }
}

const textPart = (part: MailPart, intro: readonly string[]): string[] => [
  part.title,
  ...intro,
  ...part.highlights,
  ...part.tables.map(textTable),
  ...cutNote(part),
  `Explore in Sextant: ${part.link}`,
]

const htmlPart = (part: MailPart, intro: readonly string[]): string[] => [
  `<h1 style="font-size:20px;margin:0 0 12px">${escaped(part.title)}</h1>`,
  ...intro.map(paragraph),
  ...htmlList(part.highlights),
  ...part.pictures.map(htmlPicture),
  ...part.tables.map(htmlTable),
  ...cutNote(part).map(paragraph),
  `<p style="margin:20px 0"><a href="${escaped(part.link)}" style="${BUTTON}">Explore in Sextant</a></p>`,
]

const cutNote = ({ tables }: MailPart): string[] =>
  tables
    .filter(({ isCut }) => isCut)
    .slice(0, 1)
    .map(({ rows }) => `The first ${rows.length} rows. The link shows all of them.`)

/** The mail that tells owners why a run failed. */
export function failureMail(
  { type, name, link }: Pick<ReportMail, 'type' | 'name' | 'link'>,
  message: string,
): MailText {
  const what = type === 'Alert' ? 'alert' : 'report'
  const sentences = [`The ${what} "${name}" failed.`, message]
  return {
    subject: line(`[Error] ${name}`),
    text: `${[...sentences, `Execution log: ${link}`].join('\n\n')}\n`,
    html: page([
      ...sentences.map(paragraph),
      `<p style="margin:20px 0"><a href="${escaped(link)}" style="${BUTTON}">Execution log</a></p>`,
    ]),
  }
}

function introOf({ type, description, value, expected }: ReportMail): string[] {
  const lines = description?.trim() ? description.trim().split(/\n{2,}/) : []
  if (type !== 'Alert' || value === null) return lines
  return [...lines, [`The value is ${value}.`, ...(expected === null ? [] : [expected])].join(' ')]
}

const paragraph = (text: string) => `<p style="margin:0 0 12px">${escaped(text).replaceAll('\n', '<br>')}</p>`

function htmlList(sentences: readonly string[]): string[] {
  if (sentences.length === 0) return []
  const items = sentences.map((sentence) => `<li style="margin:0 0 4px">${escaped(sentence)}</li>`).join('')
  return [`<ul style="margin:0 0 12px;padding-left:20px">${items}</ul>`]
}

const page = (parts: readonly string[]) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head><body style="margin:0;padding:24px;${FONT}">${parts.join('')}</body></html>`

/** An image is shown in its own size, and in the width of a narrow window. */
const htmlPicture = ({ cid, title, width }: MailPicture) =>
  `<p style="margin:0 0 12px"><img src="cid:${escaped(cid)}" alt="${escaped(title)}" width="${width}" style="display:block;width:100%;max-width:${width}px;height:auto;border:1px solid #8886;border-radius:8px"></p>`

function htmlTable({ columns, rows }: DataTable): string {
  const cells = (tag: 'th' | 'td', style: string, values: readonly string[]) =>
    values.map((value) => `<${tag} style="${style}">${escaped(value)}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', CELL, row)}</tr>`).join('')
  return `<table style="border-collapse:collapse;margin:0 0 12px;${FONT}"><thead><tr>${cells('th', HEAD, columns)}</tr></thead><tbody>${body}</tbody></table>`
}

const WIDEST = 40
const cut = (text: string) => (text.length > WIDEST ? `${text.slice(0, WIDEST - 3)}...` : text)

/** Columns side by side, for programs that show plain text. */
export function textTable({ columns, rows }: DataTable): string {
  const lines = [columns, ...rows].map((row) => row.map((value) => cut(line(value))))
  const widths = columns.map((_, at) => Math.max(...lines.map((row) => row[at]?.length ?? 0)))
  const written = lines.map((row) =>
    row
      .map((value, at) => value.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [written[0], widths.map((width) => '-'.repeat(width)).join('  '), ...written.slice(1)].join('\n')
}
