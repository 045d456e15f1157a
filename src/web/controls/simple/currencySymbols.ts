const codes = ['USD', 'EUR', 'GBP', 'INR', 'MXN', 'JPY', 'CNY']

/** Currencies to choose from, with their symbols. */
export const currencySymbols = codes.map((code) => {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).formatToParts(1)
  return { value: code, label: `${parts.find(({ type }) => type === 'currency')?.value} (${code})` }
})
