import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DatabaseDialog.module.css'
import { newTunnel, type TunnelDraft } from './databaseDraft.ts'
import type { DraftProps } from './ParameterFields.tsx'

const texts = defineTexts('sshTunnel', {
  switch: 'SSH Tunnel',
  host: 'SSH Host',
  port: 'SSH Port',
  username: 'Username',
  login: 'Login with',
  byPassword: 'Password',
  byKey: 'Private Key & Password',
  password: 'SSH Password',
  key: 'Private Key',
  keyPassword: 'Private Key Password',
  saved: 'The tunnel is saved with the database, and cannot be switched off here.',
})

const LARGEST_PORT = 65_535

/** The SSH server through which the database is reached. */
export function SshTunnelFields({ draft, onChange, errors, disabled }: DraftProps) {
  const t = useText()
  const tunnel = draft.ssh_tunnel
  const set = (part: Partial<TunnelDraft>) => tunnel && onChange({ ssh_tunnel: { ...tunnel, ...part } })
  return (
    <div className={css.full}>
      <Checkbox
        label={t(texts.switch)}
        checked={tunnel !== undefined}
        disabled={disabled || tunnel?.isStored === true}
        onChange={(isOn) => onChange({ ssh_tunnel: isOn ? newTunnel : undefined })}
      />
      {tunnel === undefined ? null : (
        <fieldset className={css.tunnel} disabled={disabled}>
          <legend className={css.hidden}>{t(texts.switch)}</legend>
          {tunnel.isStored ? <p className={css.quiet}>{t(texts.saved)}</p> : null}
          <div className={css.fields}>
            <div className={css.half}>
              <TextField
                size="md"
                required
                autoComplete="off"
                label={t(texts.host)}
                placeholder="e.g. 127.0.0.1"
                error={errors['ssh_tunnel.server_address']}
                value={tunnel.server_address}
                onChange={(server_address) => set({ server_address })}
              />
            </div>
            <div className={css.half}>
              <NumberField
                size="md"
                min={1}
                max={LARGEST_PORT}
                label={t(texts.port)}
                placeholder="22"
                value={tunnel.server_port}
                onChange={(server_port) => set({ server_port })}
              />
            </div>
            <div className={css.full}>
              <TextField
                size="md"
                required
                autoComplete="off"
                label={t(texts.username)}
                placeholder="e.g. Analytics"
                error={errors['ssh_tunnel.username']}
                value={tunnel.username}
                onChange={(username) => set({ username })}
              />
            </div>
            <div className={css.full}>
              <Field label={t(texts.login)}>
                <SegmentedControl
                  label={t(texts.login)}
                  value={tunnel.login}
                  onChange={(login) => set({ login })}
                  options={[
                    { value: 'password', label: t(texts.byPassword) },
                    { value: 'key', label: t(texts.byKey) },
                  ]}
                />
              </Field>
            </div>
            <div className={css.full}>
              <LoginFields tunnel={tunnel} errors={errors} disabled={disabled} set={set} />
            </div>
          </div>
        </fieldset>
      )}
    </div>
  )
}

interface LoginFieldsProps {
  tunnel: TunnelDraft
  errors: Record<string, string>
  disabled: boolean
  set: (part: Partial<TunnelDraft>) => void
}

function LoginFields({ tunnel, errors, disabled, set }: LoginFieldsProps) {
  const t = useText()
  if (tunnel.login === 'password') {
    return (
      <PasswordField
        size="md"
        required
        autoComplete="new-password"
        label={t(texts.password)}
        disabled={disabled}
        placeholder="e.g. ********"
        error={errors['ssh_tunnel.password']}
        value={tunnel.password}
        onChange={(password) => set({ password })}
      />
    )
  }
  return (
    <div className={css.content}>
      <TextArea
        rows={4}
        label={t(texts.key)}
        disabled={disabled}
        placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
        error={errors['ssh_tunnel.private_key']}
        value={tunnel.private_key}
        onChange={(private_key) => set({ private_key })}
      />
      <PasswordField
        size="md"
        autoComplete="new-password"
        label={t(texts.keyPassword)}
        disabled={disabled}
        placeholder="e.g. ********"
        value={tunnel.private_key_password}
        onChange={(private_key_password) => set({ private_key_password })}
      />
    </div>
  )
}
