import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { createApiKey } from '../../api/apiKeys.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { RadioGroup } from '../../ui/Radio.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { useCopy } from '../../ui/useCopy.ts'
import { FormDialog } from './FormDialog.tsx'
import css from './People.module.css'

const texts = defineTexts('apiKeyDialog', {
  title: 'Add API key',
  made: 'API key {name}',
  name: 'Name',
  nameHelp: 'The program that uses the key.',
  scope: 'Permissions',
  read: 'Read only: lists, queries and charts, no changes',
  all: 'Everything that you may do, except accounts, passwords and keys',
  days: 'Expires in',
  inDays: '{count, plural, one {# day} other {# days}}',
  add: 'Add',
  shownOnce: 'Copy the key now. It is not shown again.',
  key: 'API key',
  use: 'Programs send it as a header: Authorization: Bearer {hint}…',
  copy: 'Copy key',
  done: 'Done',
})

const usualDays = [7, 30, 90, 180, 365]

/** Adds an API key and shows it once: only its hash is stored. */
export default function ApiKeyDialog({ maxDays, onClose }: { maxDays: number; onClose: () => void }) {
  const [made, setMade] = useState<{ name: string; key: string }>()
  return made ? (
    <MadeKey name={made.name} value={made.key} onClose={onClose} />
  ) : (
    <KeyForm maxDays={maxDays} onClose={onClose} onMade={setMade} />
  )
}

interface FormProps {
  maxDays: number
  onClose: () => void
  onMade: (made: { name: string; key: string }) => void
}

function KeyForm({ maxDays, onClose, onMade }: FormProps) {
  const t = useText()
  const daysId = useId()
  const queryClient = useQueryClient()
  const choices = [...new Set([...usualDays.filter((days) => days < maxDays), Math.min(maxDays, 365)])]
  const [name, setName] = useState('')
  const [scope, setScope] = useState<'read' | 'all'>('read')
  const [days, setDays] = useState(choices.includes(90) ? 90 : (choices.at(-1) ?? 1))

  async function add() {
    const { key } = await createApiKey({ name: name.trim(), scope, days })
    onMade({ name: name.trim(), key })
    void queryClient.invalidateQueries({ queryKey: ['apiKeys'] })
  }

  return (
    <FormDialog title={t(texts.title)} label={t(texts.add)} isReady={name.trim() !== ''} onClose={onClose} send={add}>
      <TextField label={t(texts.name)} size="md" required value={name} onChange={setName} help={t(texts.nameHelp)} />
      <Field label={t(texts.scope)}>
        <RadioGroup
          label={t(texts.scope)}
          value={scope}
          onChange={setScope}
          options={[
            { value: 'read', label: t(texts.read) },
            { value: 'all', label: t(texts.all) },
          ]}
        />
      </Field>
      <Field label={t(texts.days)} htmlFor={daysId}>
        <NativeSelect
          id={daysId}
          size="md"
          value={days}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        >
          {choices.map((count) => (
            <option key={count} value={count}>
              {t(texts.inDays, { count })}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </FormDialog>
  )
}

function MadeKey({ name, value, onClose }: { name: string; value: string; onClose: () => void }) {
  const t = useText()
  const copy = useCopy()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.made, { name })}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.done)}
          </Button>
          <Button size="md" variant="primary" icon={<Copy size={14} />} onClick={() => void copy(value)}>
            {t(texts.copy)}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <Banner tone="warning">{t(texts.shownOnce)}</Banner>
        <TextField
          label={t(texts.key)}
          size="md"
          readOnly
          className={css.secret}
          value={value}
          onChange={() => undefined}
          help={t(texts.use, { hint: value.slice(0, 8) })}
        />
      </div>
    </Dialog>
  )
}
