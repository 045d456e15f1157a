import { expect, it } from 'vitest'
import { withMarkCursor } from './markCursor.ts'

const line = { type: 'line' as const }
const bar = { type: 'bar' as const }

it('shows a pointer cursor only on clickable marks', () => {
  expect(withMarkCursor({ series: [line, bar] }, false)).toEqual({
    series: [
      { type: 'line', cursor: 'default' },
      { type: 'bar', cursor: 'default' },
    ],
  })
  expect(withMarkCursor({ series: [bar] }, true)).toEqual({ series: [{ type: 'bar', cursor: 'pointer' }] })
  expect(withMarkCursor({ series: bar }, false)).toEqual({ series: { type: 'bar', cursor: 'default' } })
  expect(withMarkCursor({}, false)).toEqual({})
})
