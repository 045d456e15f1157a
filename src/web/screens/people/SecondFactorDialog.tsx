import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { encode } from 'uqr'
import {
  beginSecondFactor,
  confirmSecondFactor,
  type NewSecondFactor,
  ownSignInQuery,
  type RecoveryCodes,
} from '../../api/ownSignIn.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { useCopy } from '../../ui/useCopy.ts'
import { FormDialog } from './FormDialog.tsx'
import css from './People.module.css'
import own from './SecondFactor.module.css'

const texts = defineTexts('secondFactorDialog', {
  title: 'Switch on the second factor',
  password: 'Your password',
  next: 'Next',
  scan: 'Scan the QR code with an authenticator app, or type the key into it. Then enter the code that the app shows.',
  picture: 'QR code of the key',
  secret: 'Key',
  code: 'Code',
  confirm: 'Switch on',
  codes: 'Recovery codes',
  keep: 'Keep these codes in a safe place. Each signs you in once if you lose the app. They are not shown again.',
  copy: 'Copy codes',
  done: 'Done',
})

/** Three steps: the password, the key for the app with its first code, the recovery codes. */
export default function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<NewSecondFactor>()
  const [codes, setCodes] = useState<RecoveryCodes>()
  if (codes) return <CodesStep codes={codes} onClose={onClose} />
  if (begun) return <KeyStep begun={begun} onClose={onClose} onDone={setCodes} />
  return <PasswordStep onClose={onClose} onDone={setBegun} />
}

function PasswordStep({ onClose, onDone }: { onClose: () => void; onDone: (begun: NewSecondFactor) => void }) {
  const t = useText()
  const [password, setPassword] = useState('')
  return (
    <FormDialog
      title={t(texts.title)}
      width={440}
      label={t(texts.next)}
      isReady={password !== ''}
      onClose={onClose}
      send={async () => onDone(await beginSecondFactor(password))}
    >
      <PasswordField
        label={t(texts.password)}
        size="md"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        autoFocus
      />
    </FormDialog>
  )
}

interface KeyProps {
  begun: NewSecondFactor
  onClose: () => void
  onDone: (codes: RecoveryCodes) => void
}

function KeyStep({ begun, onClose, onDone }: KeyProps) {
  const t = useText()
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')

  async function confirm() {
    onDone(await confirmSecondFactor(code.trim()))
    await queryClient.invalidateQueries({ queryKey: ownSignInQuery.queryKey })
  }

  return (
    <FormDialog
      title={t(texts.title)}
      width={440}
      label={t(texts.confirm)}
      isReady={code.trim() !== ''}
      onClose={onClose}
      send={confirm}
    >
      <p className={css.lead}>{t(texts.scan)}</p>
      <Picture address={begun.address} label={t(texts.picture)} />
      <TextArea
        label={t(texts.secret)}
        readOnly
        value={begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        onChange={() => undefined}
      />
      <TextField
        label={t(texts.code)}
        size="md"
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
      />
    </FormDialog>
  )
}

/** Dark on white in both themes: apps cannot read inverted codes. */
function Picture({ address, label }: { address: string; label: string }) {
  const { data, size } = encode(address, { border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${squares.join('')}"/></svg>`
  return <img className={own.picture} src={`data:image/svg+xml,${encodeURIComponent(drawing)}`} alt={label} />
}

function CodesStep({ codes, onClose }: { codes: RecoveryCodes; onClose: () => void }) {
  const t = useText()
  const copy = useCopy()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.codes)}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.done)}
          </Button>
          <Button size="md" variant="primary" icon={<Copy size={14} />} onClick={() => void copy(codes.join('\n'))}>
            {t(texts.copy)}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <Banner tone="warning">{t(texts.keep)}</Banner>
        <ul className={own.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
