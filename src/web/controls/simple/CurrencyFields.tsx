import { Select } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { currencySymbols } from './currencySymbols.ts'
import css from './Simple.module.css'

const texts = defineTexts('control.currency', {
  position: 'Prefix or suffix',
  currency: 'Currency',
  prefix: 'Prefix',
  suffix: 'Suffix',
})

export interface ChosenCurrency {
  symbol?: string
  symbolPosition?: string
}

interface Props {
  label: string
  value: ChosenCurrency
  /** undefined if nothing is chosen */
  onChange: (value: ChosenCurrency | undefined) => void
}

/** A currency symbol, and whether it is before or after the numbers. */
export function CurrencyFields({ label, value, onChange }: Props) {
  const t = useText()
  const set = (change: ChosenCurrency) => {
    const next = { ...value, ...change }
    onChange(next.symbol === undefined && next.symbolPosition === undefined ? undefined : next)
  }
  return (
    <div className={css.two}>
      <Select
        label={`${label}: ${t(texts.position)}`}
        placeholder={t(texts.position)}
        clearable
        options={[
          { value: 'prefix', label: t(texts.prefix) },
          { value: 'suffix', label: t(texts.suffix) },
        ]}
        value={value.symbolPosition}
        onChange={(symbolPosition) => set({ symbolPosition })}
      />
      <Select
        label={`${label}: ${t(texts.currency)}`}
        placeholder={t(texts.currency)}
        clearable
        allowNew
        options={currencySymbols}
        value={value.symbol}
        onChange={(symbol) => set({ symbol, symbolPosition: value.symbolPosition ?? 'suffix' })}
      />
    </div>
  )
}
