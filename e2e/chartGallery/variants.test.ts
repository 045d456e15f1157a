import { describe, expect, it } from 'vitest'
import { everyChart } from '../../src/charts/testing/parts.ts'
import { variantsOf } from './variants.ts'

describe.each(everyChart.map((parts) => [parts.chart.type, parts] as const))('%s', (type, { controls, query }) => {
  const variants = variantsOf(query.formData.parse({ viz_type: type }), controls, {})
  const always = controls.flatMap((section) => section.controls).filter(({ query, visible }) => !query && !visible)

  it('is drawn with every value of every option that is always shown', () => {
    for (const { name, kind, choices = [] } of always) {
      if (kind !== 'checkbox' && (choices.length === 0 || choices.length > 12)) continue
      const wanted = kind === 'checkbox' ? [false, true] : choices.map(([value]) => value)
      expect(new Set(variants.map((form) => form[name])), name).toEqual(new Set(wanted))
    }
  })

  it('has few variants, all with valid form data', () => {
    expect(variants.length).toBeLessThanOrEqual(12)
    for (const form of variants) expect(() => query.formData.parse(form)).not.toThrow()
  })
})
