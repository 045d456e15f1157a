import type { NumberFormat } from './number.ts'
import { plainNumberFormatter } from './number.ts'

export interface CurrencyFormat {
  /** ISO code, or any text */
  symbol: string
  /** anything but `prefix` is a suffix */
  symbolPosition: string
}

/** `$ 1,234` or `1,234 $`; uses the currency's symbol, or the text itself if it is not an ISO code. */
export function currencyFormatter(format: string, { symbol, symbolPosition }: CurrencyFormat): NumberFormat {
  const number = plainNumberFormatter(format.replace(/[$%]/g, ''))
  const sign = currencySign(symbol)
  return (value) => {
    const text = number(value)
    if (value === null || value === undefined || Number.isNaN(value)) return text
    return symbolPosition === 'prefix' ? `${sign} ${text}` : `${text} ${sign}`
  }
}

function currencySign(code: string): string {
  try {
    const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).formatToParts(1)
    return parts.find(({ type }) => type === 'currency')?.value ?? code
  } catch {
    return code
  }
}
