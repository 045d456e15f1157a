import { describe, expect, it } from 'vitest'
import { forecastConfidence, judgeCondition, judgeForecast } from './alertCondition.ts'

const operator = (op: string, threshold: number) => ({
  validator_type: 'operator' as const,
  validator_config_json: JSON.stringify({ op, threshold }),
})
const notNull = { validator_type: 'not null' as const, validator_config_json: '{}' }
const one = (value: unknown) => [{ n: value }]

describe('the condition of an alert', () => {
  it.each([
    ['<', 9, true],
    ['<', 10, false],
    ['<=', 10, true],
    ['<=', 11, false],
    ['>', 11, true],
    ['>', 10, false],
    ['>=', 10, true],
    ['>=', 9, false],
    ['==', 10, true],
    ['==', 9, false],
    ['!=', 9, true],
    ['!=', 10, false],
  ])('%s 10 of %s: %s', (op, value, isTriggered) =>
    expect(judgeCondition(operator(op, 10), ['n'], one(value))).toMatchObject({ ok: true, isTriggered, value }),
  )

  it.each([
    ['a number as text', one('12.5'), { isTriggered: true, value: 12.5 }],
    ['true', one(true), { isTriggered: false, value: 1 }],
    ['null', one(null), { isTriggered: false, value: null }],
    ['no row', [], { isTriggered: false, value: 0 }],
  ])('reads %s', (_name, rows, expected) =>
    expect(judgeCondition(operator('>', 10), ['n'], rows)).toMatchObject({ ok: true, ...expected }),
  )

  it.each([
    ['two rows', ['n'], [{ n: 1 }, { n: 2 }], 'The query of the alert returned more than one row.'],
    ['two columns', ['n', 'm'], [{ n: 1, m: 2 }], 'The query of the alert returned more than one column.'],
    ['text', ['n'], one('many'), 'The query of the alert returned a value that is not a number.'],
    ['an empty text', ['n'], one(''), 'The query of the alert returned a value that is not a number.'],
  ])('rejects %s', (_name, columns, rows, message) =>
    expect(judgeCondition(operator('>', 10), columns, rows)).toEqual({ ok: false, message }),
  )

  it('without an operator is an error', () => {
    const condition = { validator_type: 'operator' as const, validator_config_json: '{"op": "~", "threshold": 1}' }
    expect(judgeCondition(condition, ['n'], one(1)).ok).toBe(false)
    expect(judgeCondition({ ...condition, validator_type: null }, ['n'], one(1)).ok).toBe(false)
  })

  it.each([
    [one('x'), true],
    [one(3), true],
    [[{ n: 'a' }, { n: 'b' }], true],
    [one(0), false],
    [one(null), false],
    [[], false],
  ])('not null of %j: %s', (rows, isTriggered) =>
    expect(judgeCondition(notNull, ['n'], rows)).toMatchObject({ ok: true, isTriggered }),
  )
})

describe('an alert on a forecast', () => {
  const band = (side?: string) => ({
    validator_type: 'forecast' as const,
    validator_config_json: JSON.stringify({ confidence: 0.9, side }),
  })
  const row = (value: number) => ({ time: Date.UTC(2024, 2, 10), value, expected: 15, lower: 10.4567, upper: 12_345.6 })

  it.each([
    [10, undefined, true],
    [11, undefined, false],
    [12_346, undefined, true],
    [10, 'above', false],
    [12_346, 'above', true],
    [10, 'below', true],
    [12_346, 'below', false],
  ])('a value of %s, side %s: %s', (value, side, isTriggered) =>
    expect(judgeForecast(band(side), [row(value)])).toEqual({
      ok: true,
      isTriggered,
      value,
      row: row(value),
      expected: 'The forecast for 2024-03-10 was 10.5 to 12,346.',
    }),
  )

  it('without rows is an error', () => expect(judgeForecast(band(), [])).toMatchObject({ ok: false }))

  it('has its own share of values in the band, or the default one', () => {
    expect(forecastConfidence(band())).toBe(0.9)
    expect(forecastConfidence({ ...band(), validator_config_json: '{}' })).toBe(0.95)
  })
})
