import { FileJson } from 'lucide-react'
import { useState } from 'react'
import { parseObject } from '../../model/wire/json.ts'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/select/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { FileChooser } from '../upload/FileChooser.tsx'
import css from './DatabaseDialog.module.css'

const texts = defineTexts('jsonFileField', {
  upload: 'Upload JSON file',
  paste: 'Copy and Paste JSON credentials',
  choose: 'Choose File',
  content: 'JSON credentials',
  unreadable: 'This file contains no JSON object.',
})

/** Maximum size in bytes; credentials files are much smaller. */
const LARGEST_FILE = 1_000_000

interface JsonFileFieldProps {
  label: string
  placeholder: string | undefined
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (text: string) => void
}

/** The content of a JSON file, which users select or paste. */
export function JsonFileField({ label, placeholder, value, error, disabled, onChange }: JsonFileFieldProps) {
  const t = useText()
  const [way, setWay] = useState<'file' | 'text'>(value === '' ? 'file' : 'text')
  const [file, setFile] = useState<{ name: string; isUnreadable: boolean }>()

  async function read([chosen]: readonly File[]) {
    if (!chosen) return
    const text = chosen.size > LARGEST_FILE ? '' : await chosen.text()
    const isUnreadable = Object.keys(parseObject(text)).length === 0
    setFile({ name: chosen.name, isUnreadable })
    onChange(isUnreadable ? '' : text)
  }

  return (
    <div className={css.content}>
      <Field label={label} error={file?.isUnreadable && way === 'file' ? t(texts.unreadable) : error}>
        <div className={css.fileField}>
          <Select
            size="md"
            searchable={false}
            label={label}
            disabled={disabled}
            value={way}
            onChange={(next) => setWay(next ?? 'file')}
            options={[
              { value: 'file', label: t(texts.upload) },
              { value: 'text', label: t(texts.paste) },
            ]}
          />
          {way === 'file' ? (
            <FileChooser
              icon={<FileJson size={14} />}
              name={file?.name}
              accept=".json"
              label={t(texts.choose)}
              disabled={disabled}
              onFiles={(files) => void read(files)}
            />
          ) : null}
        </div>
      </Field>
      {way === 'text' ? (
        <TextArea
          label={t(texts.content)}
          rows={5}
          placeholder={placeholder}
          disabled={disabled}
          value={value}
          onChange={onChange}
        />
      ) : null}
    </div>
  )
}
