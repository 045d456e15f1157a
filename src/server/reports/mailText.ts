import { languageTag } from '../../model/language/languages.ts'
import { plainTexts } from '../../model/language/plainTexts.ts'
import { escaped } from '../entities/link.ts'
import type { Voice } from '../language.ts'
import type { DataTable, MailPicture } from './content.ts'

/** The content of a mail, without its recipients. */
export interface MailText {
  subject: string
  text: string
  html: string
}

/** The part of a mail about one chart, dashboard or saved query. */
export interface MailPart {
  title: string
  /** The address that opens it. */
  link: string
  /** A text for each of the largest changes. Each sentence of a text is on its own line. */
  highlights: readonly string[]
  tables: readonly DataTable[]
  /** Pictures in the text of the mail. */
  pictures: readonly MailPicture[]
}

export interface ReportMail extends MailPart {
  type: 'Alert' | 'Report'
  /** The subject that the owners have chosen; null: the usual subject. */
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

/** Mails are in English unless their reader chose another language. */
const english: Voice = { code: 'en', translate: (text) => text }

const words = plainTexts({ explore: 'Explore in Sextant', unsubscribe: 'Unsubscribe', log: 'Execution log' })

/** One line: a subject cannot have more. */
const line = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Inline styles, because mail programs drop style sheets. The colors are readable in both themes of mail programs. */
const FONT = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif;font-size:14px;line-height:1.5"
const CELL = 'padding:4px 12px;border-bottom:1px solid #8886;vertical-align:top;text-align:'
const HEAD = `font-weight:600;${CELL}`
const BUTTON =
  'display:inline-block;padding:8px 16px;border-radius:6px;background:#0b6e69;color:#ffffff;text-decoration:none;font-weight:600'

interface Addressed {
  /** The address by which the recipient unsubscribes. */
  unsubscribe?: string
  /** The recipient's language. The subject stays English: programs sort mails by it. */
  voice?: Voice
}

/** The mail of an alert or report. */
export function reportMail(mail: ReportMail, { unsubscribe, voice = english }: Addressed = {}): MailText {
  const { type, name, title } = mail
  const { translate } = voice
  const intro = introOf(mail, voice)
  const attached = mail.files.length > 0 ? [translate(`Attached: ${mail.files.join(', ')}`)] : []
  const text = [
    ...[mail, ...mail.more].flatMap((part, at) => textPart(part, at === 0 ? intro : [], voice)),
    ...attached,
    ...(unsubscribe ? [translate(`Unsubscribe: ${unsubscribe}`)] : []),
  ]
  const html = [
    ...[mail, ...mail.more].flatMap((part, at) => htmlPart(part, at === 0 ? intro : [], voice)),
    ...attached.map(paragraph),
    ...htmlUnsubscribe(unsubscribe, voice),
  ]
  return {
    subject: line(mail.subject || `[${type}] ${name}: ${title}`),
    text: `${text.join('\n\n')}\n`,
    html: page(html, voice),
  }
}

/** Sentences of a digest in the language of the reader, with its decimal and thousands separators. */
const highlightIn =
  ({ code, translate }: Voice) =>
  (sentences: string): string => {
    const text = translate(sentences).replaceAll('\n', ' ')
    if (code === 'en') return text
    return text.replaceAll(/(?<![\d.,])\d{1,3}(,\d{3})+(\.\d+)?(?![\d,])/g, (number) =>
      Number(number.replaceAll(',', '')).toLocaleString(languageTag(code), { maximumFractionDigits: 6 }),
    )
  }

const textPart = (part: MailPart, intro: readonly string[], voice: Voice): string[] => [
  part.title,
  ...intro,
  ...part.highlights.map(highlightIn(voice)),
  ...part.tables.map(textTable),
  ...cutNote(part).map(voice.translate),
  voice.translate(`Explore in Sextant: ${part.link}`),
]

const htmlPart = (part: MailPart, intro: readonly string[], voice: Voice): string[] => [
  `<h1 style="font-size:20px;margin:0 0 12px">${escaped(part.title)}</h1>`,
  ...intro.map(paragraph),
  ...htmlList(part.highlights.map(highlightIn(voice))),
  ...part.pictures.map(htmlPicture),
  ...part.tables.map(htmlTable),
  ...cutNote(part).map(voice.translate).map(paragraph),
  buttonTo(part.link, voice.translate(words.explore)),
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
  voice: Voice = english,
): MailText {
  const { translate } = voice
  const sentences = failed(type, name, message).map(translate)
  return {
    subject: line(`[Error] ${name}`),
    text: `${[...sentences, translate(`Execution log: ${link}`)].join('\n\n')}\n`,
    html: page([...sentences.map(paragraph), buttonTo(link, translate(words.log))], voice),
  }
}

/** The mail that tells a recipient why the data cannot be read with the recipient's own rights. */
export function unreadMail(
  { type, name, link }: Pick<ReportMail, 'type' | 'name' | 'link'>,
  message: string,
  { unsubscribe, voice = english }: Addressed = {},
): MailText {
  const { translate } = voice
  const sentences = failed(type, name, message).map(translate)
  const unsubscribing = unsubscribe ? [translate(`Unsubscribe: ${unsubscribe}`)] : []
  return {
    subject: line(`[Error] ${name}`),
    text: `${[...sentences, translate(`Explore in Sextant: ${link}`), ...unsubscribing].join('\n\n')}\n`,
    html: page(
      [...sentences.map(paragraph), buttonTo(link, translate(words.explore)), ...htmlUnsubscribe(unsubscribe, voice)],
      voice,
    ),
  }
}

const failed = (type: ReportMail['type'], name: string, message: string): string[] => [
  `The ${type === 'Alert' ? 'alert' : 'report'} "${name}" failed.`,
  message,
]

const buttonTo = (link: string, label: string) =>
  `<p style="margin:20px 0"><a href="${escaped(link)}" style="${BUTTON}">${escaped(label)}</a></p>`

const htmlUnsubscribe = (address: string | undefined, { translate }: Voice): string[] =>
  address
    ? [
        `<p style="margin:0;font-size:12px"><a href="${escaped(address)}" style="color:inherit">${escaped(translate(words.unsubscribe))}</a></p>`,
      ]
    : []

function introOf({ type, description, value, expected }: ReportMail, { translate }: Voice): string[] {
  const lines = description?.trim() ? description.trim().split(/\n{2,}/) : []
  if (type !== 'Alert' || value === null) return lines
  return [...lines, [`The value is ${value}.`, ...(expected === null ? [] : [expected])].map(translate).join(' ')]
}

const paragraph = (text: string) => `<p style="margin:0 0 12px">${escaped(text).replaceAll('\n', '<br>')}</p>`

function htmlList(sentences: readonly string[]): string[] {
  if (sentences.length === 0) return []
  const items = sentences.map((sentence) => `<li style="margin:0 0 4px">${escaped(sentence)}</li>`).join('')
  return [`<ul style="margin:0 0 12px;padding-left:20px">${items}</ul>`]
}

const page = (parts: readonly string[], { code }: Voice) =>
  `<!doctype html><html lang="${languageTag(code)}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head><body style="margin:0;padding:24px;${FONT}">${parts.join('')}</body></html>`

/** An image is shown in its own size, or scaled to the width of a narrow window. */
const htmlPicture = ({ cid, title, width }: MailPicture) =>
  `<p style="margin:0 0 12px"><img src="cid:${escaped(cid)}" alt="${escaped(title)}" width="${width}" style="display:block;width:100%;max-width:${width}px;height:auto;border:1px solid #8886;border-radius:8px"></p>`

function htmlTable({ columns, rows }: DataTable): string {
  const numbers = columns.map((_, at) => isNumbers(rows, at))
  const cells = (tag: 'th' | 'td', style: string, values: readonly string[]) =>
    values
      .map((value, at) => {
        const [align, text] = numbers[at] ? ['right;white-space:nowrap', shortened(value)] : ['left', value]
        return `<${tag} style="${style}${align}">${escaped(text)}</${tag}>`
      })
      .join('')
  const body = rows.map((row) => `<tr>${cells('td', CELL, row)}</tr>`).join('')
  return `<table style="border-collapse:collapse;margin:0 0 12px;${FONT}"><thead><tr>${cells('th', HEAD, columns)}</tr></thead><tbody>${body}</tbody></table>`
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]\d+)?$/i

const isNumbers = (rows: DataTable['rows'], at: number): boolean =>
  rows.some((row) => NUMBER.test(row[at] ?? '')) && rows.every((row) => !row[at] || NUMBER.test(row[at]))

/** Maximum significant digits of a number with a fraction: more, as in 0.1 + 0.2, are of no use to readers. */
const MOST_DIGITS = 6

/** `0.30000000000000004` -> `0.3`. Whole numbers may be ids and keep all digits. */
function shortened(text: string): string {
  const [, fraction] = /^-?\d+\.(\d+)$/.exec(text) ?? []
  if (fraction === undefined || text.replace(/^-?0*\.?0*/, '').length <= MOST_DIGITS + 1) return text
  const whole = text.replace(/^-?(\d+).*$/, '$1').replace(/^0$/, '')
  const value = Number(text)
  return whole.length >= MOST_DIGITS ? String(Math.round(value)) : String(Number(value.toPrecision(MOST_DIGITS)))
}

const WIDEST = 40
const cut = (text: string) => (text.length > WIDEST ? `${text.slice(0, WIDEST - 3)}...` : text)

/** Columns side by side, for programs that show plain text. */
export function textTable({ columns, rows }: DataTable): string {
  const numbers = columns.map((_, at) => isNumbers(rows, at))
  const lines = [columns, ...rows].map((row) =>
    row.map((value, at) => cut(line(numbers[at] ? shortened(value) : value))),
  )
  const widths = columns.map((_, at) => Math.max(...lines.map((row) => row[at]?.length ?? 0)))
  const written = lines.map((row) =>
    row
      .map((value, at) => (numbers[at] ? value.padStart(widths[at] ?? 0) : value.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return [written[0], widths.map((width) => '-'.repeat(width)).join('  '), ...written.slice(1)].join('\n')
}
