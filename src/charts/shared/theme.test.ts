import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { echartsTheme } from './echartsTheme.ts'
import { chartTheme } from './theme.ts'

const css = readFileSync(join(import.meta.dirname, '../../web/ui/tokens.css'), 'utf8')

/** The custom properties of the first rule with a matching selector, without comments. */
function tokens(selector: RegExp): Map<string, string> {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const rule = [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].find((match) => selector.test(match[1]!.trim()))
  const properties = [...(rule?.[2] ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/g)]
  return new Map(properties.map((match) => [match[1]!, match[2]!.trim()]))
}

const property = (key: string) =>
  `--${key
    .replace(/^chartTooltipBg$/, 'chart-tooltip-bg')
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^text([23])$/, 'text-$1')
    .replace(/^shadow(\d)$/, 'shadow-$1')}`

describe.each([
  ['light', /^:root$/],
  ['dark', /data-theme=['"]?dark['"]?/],
] as const)('chart theme %s', (mode, selector) => {
  const values = tokens(selector)
  const { mode: _mode, ...palette } = chartTheme(mode)
  it('reads the tokens', () => expect(values.size).toBeGreaterThan(30))
  it.each(Object.entries(palette))('%s has the value of its token', (key, value) => {
    expect(values.get(property(key))).toBe(value)
  })
})

it('a line that a chart shows at an axis has the color of the theme, whatever the kind of the axis', () => {
  const theme = chartTheme('light')
  const axes = echartsTheme(theme) as Record<string, { axisLine: { lineStyle: { color: string } } }>
  for (const kind of ['categoryAxis', 'timeAxis', 'valueAxis', 'logAxis'])
    expect(axes[kind]!.axisLine.lineStyle.color).toBe(theme.chartAxis)
})
