import { describe, expect, it } from 'vitest'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { readBullet, ticksOf } from './layout.ts'
import type { BulletForm } from './query.ts'

const read = (saved: Record<string, unknown>, value: number | null = 270) =>
  readBullet(
    drawInput(openSaved({ viz_type: 'bullet', metric: 'm', ...saved })!.formData as BulletForm, [
      answer({ m: [0, [value]] }),
    ]),
  )

describe('readBullet', () => {
  it('reads comma lists with their labels, the longest range first', () => {
    const model = read({ ranges: '150, 225,300', range_labels: 'Low,Mean', markers: '250', marker_labels: 'Target' })
    expect(model).toMatchObject({
      value: 270,
      ranges: [
        { value: 300, label: '' },
        { value: 225, label: 'Mean' },
        { value: 150, label: 'Low' },
      ],
      markers: [{ value: 250, label: 'Target' }],
      lines: [],
      domain: [0, 300],
    })
  })
  it('leaves out texts that are not numbers, and pairs labels by position', () => {
    expect(read({ marker_lines: 'x,,7,1e999', marker_line_labels: 'a,b,c' }).lines).toEqual([{ value: 7, label: 'c' }])
  })
  it('has a range beyond the value if none is set', () => expect(read({}).ranges[0]?.value).toBeCloseTo(297))
  it('includes negative values and zero', () => expect(read({}, -40).domain).toEqual([-50, 0]))
  it('accepts zero and a missing value', () => {
    expect(read({}, 0).domain).toEqual([0, 1])
    expect(read({}, null).value).toBeNull()
  })
})
it.each([
  [[0, 300], 6, [0, 50, 100, 150, 200, 250, 300]],
  [[-50, 0], 3, [-40, -20, 0]],
  [[0, 1], 2, [0, 0.5, 1]],
] as const)('ticks of %j', (domain, most, expected) => expect(ticksOf([...domain], most)).toEqual(expected))
