import { Select } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import { currencySymbols } from './currencySymbols.ts'
import css from './Simple.module.css'

const texts = defineTexts('control.currency', {
  position: 'Prefix or suffix',
  currency: 'Currency',
  prefix: 'Prefix',
  suffix: 'Suffix',
})

interface Currency {
  symbol?: string
  symbolPosition?: string
}

/** A currency symbol before or after the numbers. */
export function CurrencyControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const currency = (value ?? {}) as Currency
  const set = (change: Currency) => {
    const next = { ...currency, ...change }
    onChange(next.symbol === undefined && next.symbolPosition === undefined ? undefined : next)
  }
  return (
    <ControlField control={control} errors={errors}>
      <div className={css.two}>
        <Select
          label={`${control.label}: ${t(texts.position)}`}
          placeholder={t(texts.position)}
          clearable
          options={[
            { value: 'prefix', label: t(texts.prefix) },
            { value: 'suffix', label: t(texts.suffix) },
          ]}
          value={currency.symbolPosition}
          onChange={(symbolPosition) => set({ symbolPosition })}
        />
        <Select
          label={`${control.label}: ${t(texts.currency)}`}
          placeholder={t(texts.currency)}
          clearable
          allowNew
          options={currencySymbols}
          value={currency.symbol}
          onChange={(symbol) => set({ symbol, symbolPosition: currency.symbolPosition ?? 'suffix' })}
        />
      </div>
    </ControlField>
  )
}
