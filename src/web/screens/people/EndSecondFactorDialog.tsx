import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/failure.ts'
import { endSecondFactor, ownSignInQuery } from '../../api/ownSignIn.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './People.module.css'

const texts = defineTexts('endSecondFactor', {
  title: 'Switch off the second factor',
  password: 'Your password',
  code: 'Code',
  help: 'Of your app, or a recovery code.',
  cancel: 'Cancel',
  submit: 'Switch off',
  done: 'The second factor is off.',
})

/** Switches the second factor off, with the password and a code. */
export default function EndSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isReady = password !== '' && code.trim() !== ''

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !isReady) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      await endSecondFactor(password, code.trim())
      toast.success(t(texts.done))
      await queryClient.invalidateQueries({ queryKey: ownSignInQuery.queryKey })
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={440}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="dangerSolid" type="submit" form={formId} busy={isBusy} disabled={!isReady}>
            {t(texts.submit)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void onSubmit(event)}>
        {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
        <PasswordField
          label={t(texts.password)}
          size="md"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          autoFocus
        />
        <TextField
          label={t(texts.code)}
          size="md"
          value={code}
          onChange={setCode}
          help={t(texts.help)}
          autoComplete="one-time-code"
          spellCheck={false}
        />
      </form>
    </Dialog>
  )
}
