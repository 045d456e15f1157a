import { setPlatformAPI } from 'echarts/core'

/**
 * Gives ECharts precomputed widths of letters. Otherwise, ECharts measures each letter of a font and, if that is slow
 * even once, uses the width of one letter for all. On a busy machine, names would then be truncated at other positions
 * than on an idle one.
 */
export function measureLettersAhead(): void {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return
  const known = new Map<string, Map<string, TextMetrics>>()
  let current = ''
  const measure = (text: string, font: string) => {
    if (font !== current) context.font = font
    current = font
    return context.measureText(text)
  }
  setPlatformAPI({
    measureText(text: string, font = defaultFont) {
      let letters = known.get(font)
      if (!letters) {
        letters = new Map(ascii.map((letter) => [letter, measure(letter, font)]))
        known.set(font, letters)
      }
      return letters.get(text) ?? measure(text, font)
    },
  })
}

const defaultFont = '12px sans-serif'
const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
