import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { isRecord } from '../../model/wire/json.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DatabaseDialog.module.css'

const texts = defineTexts('addressesField', {
  name: 'Name of sheet {number}',
  namePlaceholder: 'Enter a name for this sheet',
  address: 'URL of sheet {number}',
  remove: 'Remove sheet {number}',
  add: 'Add sheet',
})

interface Entry {
  name: string
  address: string
}

interface AddressesFieldProps {
  label: string
  placeholder: string | undefined
  required: boolean
  value: unknown
  error: string | undefined
  disabled: boolean
  onChange: (value: Record<string, string> | undefined) => void
  onBlur: () => void
}

/**
 * Names and addresses of sheets, one row each. Rows remain as they are typed; those without both texts are not sent.
 */
export function AddressesField({
  label,
  placeholder,
  value,
  onChange,
  onBlur,
  disabled,
  ...field
}: AddressesFieldProps) {
  const t = useText()
  const [entries, setEntries] = useState(() => entriesOf(value))

  function change(next: Entry[]) {
    setEntries(next)
    const complete = next.filter(({ name, address }) => name.trim() !== '' && address.trim() !== '')
    const sent = complete.map(({ name, address }) => [name.trim(), address.trim()])
    onChange(sent.length > 0 ? Object.fromEntries(sent) : undefined)
  }
  const changeAt = (at: number, part: Partial<Entry>) =>
    change(entries.map((entry, index) => (index === at ? { ...entry, ...part } : entry)))

  return (
    <Field label={label} {...field}>
      <div className={css.content}>
        {entries.map(({ name, address }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity while they are typed
          <div key={at} className={css.sheet}>
            <TextField
              label={t(texts.name, { number: at + 1 })}
              hideLabel
              size="md"
              autoComplete="off"
              maxLength={250}
              disabled={disabled}
              placeholder={t(texts.namePlaceholder)}
              value={name}
              onChange={(next) => changeAt(at, { name: next })}
              onBlur={onBlur}
            />
            <TextField
              label={t(texts.address, { number: at + 1 })}
              hideLabel
              size="md"
              autoComplete="off"
              disabled={disabled}
              placeholder={placeholder}
              value={address}
              onChange={(next) => changeAt(at, { address: next })}
              onBlur={onBlur}
            />
            <IconButton
              label={t(texts.remove, { number: at + 1 })}
              icon={<X size={14} />}
              disabled={disabled || entries.length === 1}
              onClick={() => change(entries.filter((_entry, index) => index !== at))}
            />
          </div>
        ))}
        <div>
          <Button
            icon={<Plus size={14} />}
            disabled={disabled}
            onClick={() => setEntries([...entries, { name: '', address: '' }])}
          >
            {t(texts.add)}
          </Button>
        </div>
      </div>
    </Field>
  )
}

function entriesOf(value: unknown): Entry[] {
  const known = isRecord(value)
    ? Object.entries(value).map(([name, address]) => ({ name, address: String(address) }))
    : []
  return known.length > 0 ? known : [{ name: '', address: '' }]
}
