import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endSecondFactor, ownSignInQuery } from '../../api/ownSignIn.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { FormDialog } from './FormDialog.tsx'

const texts = defineTexts('endSecondFactor', {
  title: 'Switch off the second factor',
  password: 'Your password',
  code: 'Code',
  help: 'The code from your app, or a recovery code.',
  submit: 'Switch off',
  done: 'The second factor is off.',
})

/** Switches the second factor off; requires the password and a code. */
export default function EndSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')

  async function end() {
    await endSecondFactor(password, code.trim())
    toast.success(t(texts.done))
    await queryClient.invalidateQueries({ queryKey: ownSignInQuery.queryKey })
    onClose()
  }

  return (
    <FormDialog
      title={t(texts.title)}
      width={440}
      label={t(texts.submit)}
      variant="dangerSolid"
      isReady={password !== '' && code.trim() !== ''}
      onClose={onClose}
      send={end}
    >
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
    </FormDialog>
  )
}
