// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

it('texts that differ only in their digits are measured once for each layout', async () => {
  const measured: string[] = []
  const context = {
    font: '',
    measureText(text: string) {
      measured.push(text)
      return { width: text.length * 10 }
    },
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  const { textMeasure } = await import('./textMeasure.ts')
  const measure = textMeasure()
  const widths = ['12', '34', '-5', 'a 1', 'a 2'].map(measure)
  expect(new Set(widths.slice(0, 3)).size).toBe(1)
  expect(widths[3]).toBe(widths[4])
  expect(measured).toEqual(['00', 'a 0'])
  expect(context.font).toContain('13px')
  // the font may have loaded since
  textMeasure()('77')
  expect(measured).toEqual(['00', 'a 0', '00'])
})
