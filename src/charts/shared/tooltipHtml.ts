import type { ChartTheme } from './theme.ts'
import { trueMinus } from './trueMinus.ts'

export interface TooltipRow {
  color: string
  label: string
  value: string
  extra?: string
  strong?: boolean
}

/** Names and values come from data: nothing is inserted as HTML. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** A tooltip: title, one row per series with its value on the right, a total. `title` is already escaped. */
export function tooltipHtml(content: {
  title: string
  rows: TooltipRow[]
  more?: string
  total?: { label: string; value: string }
  /** a sentence below the rows */
  note?: string
  theme: ChartTheme
}): string {
  const { theme } = content
  const cell = (text: string, style = '') => `<td style="padding:0;${style}">${text}</td>`
  const number = (text: string, style = '') => cell(text, `text-align:right;padding-left:16px;${style}`)
  const rows = content.rows.map((row) => {
    const weight = row.strong ? 'font-weight:620;' : ''
    const dot = `<span style="display:inline-block;width:8px;height:8px;border-radius:2px;margin-right:6px;background:${escapeHtml(row.color)}"></span>`
    const label = `<span style="display:inline-block;max-width:200px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:bottom">${escapeHtml(row.label)}</span>`
    const extra = row.extra === undefined ? '' : number(escapeHtml(row.extra), `color:${theme.text3};`)
    return `<tr>${cell(dot + label, `color:${theme.text2};${weight}`)}${number(escapeHtml(trueMinus(row.value)), `color:${theme.text};${weight}`)}${extra}</tr>`
  })
  if (content.more !== undefined) rows.push(`<tr>${cell(escapeHtml(content.more), `color:${theme.text3};`)}</tr>`)
  if (content.total !== undefined) {
    const line = `border-top:1px solid ${theme.divider};padding-top:3px;`
    rows.push(
      `<tr>${cell(escapeHtml(content.total.label), `color:${theme.text2};${line}`)}${number(escapeHtml(trueMinus(content.total.value)), `color:${theme.text};font-weight:620;${line}`)}</tr>`,
    )
  }
  if (content.note) {
    rows.push(
      `<tr><td colspan="3" style="padding:3px 0 0;max-width:260px;white-space:normal;color:${theme.text3}">${escapeHtml(content.note)}</td></tr>`,
    )
  }
  return `<div style="color:${theme.text3};font-size:11px;margin-bottom:2px">${content.title}</div><table style="border-collapse:collapse;font-size:12px;line-height:18px">${rows.join('')}</table>`
}
