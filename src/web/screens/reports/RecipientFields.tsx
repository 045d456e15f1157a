import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { RECIPIENT_TYPES } from '../../../model/report/reportTerms.ts'
import { bootstrap } from '../../api/bootstrap.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { methodTexts } from './methodTexts.ts'
import css from './Reports.module.css'
import { invalidIn, type Method, type RecipientDraft } from './reportDraft.ts'

const texts = defineTexts('reportRecipients', {
  methods: 'Notification method',
  method: 'Select Delivery Method',
  recipients: 'Recipients',
  separated: 'Recipients are separated by "," or ";"',
  invalid: 'Not an email address: {addresses}',
  invalidChannels: 'Not a channel: {addresses}',
  address: 'Address',
  signed: 'Calls are signed with the secret of this server.',
  remove: 'Remove this notification method',
  add: 'Add notification method',
  addDelivery: 'Add delivery method',
})

/** The notification methods that are configured. */
function configuredMethods(): Method[] {
  const configured = bootstrap.common.conf['ALERT_REPORTS_NOTIFICATION_METHODS']
  const names: unknown[] = Array.isArray(configured) ? configured : ['Email']
  return RECIPIENT_TYPES.filter((type) => names.includes(type))
}

interface RecipientFieldsProps {
  recipients: RecipientDraft[]
  onChange: (recipients: RecipientDraft[]) => void
}

/** The recipients, one row for each notification method. */
export function RecipientFields({ recipients, onChange }: RecipientFieldsProps) {
  const t = useText()
  /** whether there is a new row whose method is not selected yet */
  const [isAdding, setIsAdding] = useState(false)
  /** the row that was added last: its field has the focus */
  const [added, setAdded] = useState<number>()
  const used = recipients.map(({ type }) => type)
  const free = configuredMethods().filter((method) => !used.includes(method))
  /** the only method that is left, if there is just one */
  const only = free.length === 1 ? free[0] : undefined
  const options = (own: readonly Method[]) =>
    own.map((method) => (
      <option key={method} value={method}>
        {t(methodTexts[method])}
      </option>
    ))

  function addMethod(type: Method) {
    setIsAdding(false)
    setAdded(recipients.length)
    onChange([...recipients, { type, target: '', others: {} }])
  }

  return (
    <fieldset className={css.section}>
      <legend>{t(texts.methods)}</legend>
      {recipients.map((recipient, at) => (
        // the list has no ids: its fields are identified by their position
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={css.recipient}>
          <Field label={t(texts.method)}>
            <NativeSelect
              className={css.method}
              size="md"
              aria-label={t(texts.method)}
              value={recipient.type}
              onChange={(event) => {
                // the focus stays in this select
                setAdded(undefined)
                onChange(recipients.with(at, { type: event.target.value as Method, target: '', others: {} }))
              }}
            >
              {options([recipient.type, ...free])}
            </NativeSelect>
          </Field>
          <TargetField
            recipient={recipient}
            isAdded={at === added}
            onChange={(next) => onChange(recipients.with(at, next))}
          />
          <IconButton
            className={css.remove}
            label={t(texts.remove)}
            icon={<Trash2 size={15} />}
            onClick={() => onChange(recipients.filter((_, other) => other !== at))}
          />
        </div>
      ))}
      {isAdding ? (
        <div className={css.recipient}>
          <NativeSelect
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened it is disabled now
            autoFocus
            className={css.method}
            size="md"
            aria-label={t(texts.method)}
            value=""
            onChange={(event) => addMethod(event.target.value as Method)}
          >
            <option value="" disabled>
              {t(texts.method)}
            </option>
            {options(free)}
          </NativeSelect>
        </div>
      ) : null}
      {free.length > 0 ? (
        <Button
          className={css.left}
          icon={<Plus size={14} />}
          disabled={isAdding}
          onClick={() => (only === undefined ? setIsAdding(true) : addMethod(only))}
        >
          {t(isAdding ? texts.addDelivery : texts.add)}
        </Button>
      ) : null}
    </fieldset>
  )
}

interface TargetFieldProps {
  recipient: RecipientDraft
  isAdded: boolean
  onChange: (recipient: RecipientDraft) => void
}

function TargetField({ recipient, isAdded, onChange }: TargetFieldProps) {
  const t = useText()
  const change = (target: string) => onChange({ ...recipient, target })
  /** whether the field has the focus: errors are not shown while the user types */
  const [isTyping, setIsTyping] = useState(false)
  const invalid = isTyping ? [] : invalidIn(recipient)
  const fault = recipient.type === 'Slack' ? texts.invalidChannels : texts.invalid
  return recipient.type === 'Webhook' ? (
    <TextField
      autoFocus={isAdded}
      size="md"
      autoComplete="off"
      label={t(texts.address)}
      placeholder="https://"
      help={t(texts.signed)}
      value={recipient.target}
      onChange={change}
    />
  ) : (
    <div onFocus={() => setIsTyping(true)} onBlur={() => setIsTyping(false)}>
      <TextArea
        autoFocus={isAdded}
        label={t(texts.recipients)}
        help={t(texts.separated)}
        error={invalid.length > 0 ? t(fault, { addresses: invalid.join(', ') }) : undefined}
        value={recipient.target}
        onChange={change}
      />
    </div>
  )
}
