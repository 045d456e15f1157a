import { setPlatformAPI } from 'echarts/core'

/**
 * Gives ECharts the widths of letters measured ahead. It measures each letter of a font by itself and, where that takes
 * some milliseconds once, goes on with the width of one letter for all: on a busy machine names would be cut at other
 * places than on a free one.
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
