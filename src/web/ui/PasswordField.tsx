import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'
import { defineTexts, useText } from './text.ts'

const texts = defineTexts('passwordField', { show: 'Show password', hide: 'Hide password' })

type PasswordFieldProps = Pick<
  TextFieldProps,
  | 'label'
  | 'name'
  | 'value'
  | 'onChange'
  | 'onBlur'
  | 'autoComplete'
  | 'help'
  | 'error'
  | 'autoFocus'
  | 'minLength'
  | 'required'
  | 'disabled'
  | 'placeholder'
  | 'size'
>

/** A password field with a button to show the password. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useText()
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      size="lg"
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          label={t(isShown ? texts.hide : texts.show)}
          tooltip={false}
          aria-pressed={isShown}
          icon={isShown ? <EyeOff size={16} /> : <Eye size={16} />}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  )
}
