import type { SshTunnel } from '../../engine/contracts.ts'
import { passwordMask } from '../../model/database/connectionUri.ts'
import type { SshTunnelAnswer, SshTunnelForm } from '../../model/database/sshTunnelForm.ts'
import { AppError } from '../../model/errors/errors.ts'
import { featureFlags } from '../features.ts'

/** SSH tunnels of stored databases. A tunnel is stored as a whole among the secrets of its database. */

/** The name of the tunnel among the secrets. */
export const TUNNEL_SECRET = 'ssh_tunnel'

export const storedTunnel = (secrets: Record<string, string>): SshTunnel | undefined => {
  const text = secrets[TUNNEL_SECRET]
  // written by `tunnelOf` below
  return text === undefined ? undefined : (JSON.parse(text) as SshTunnel)
}

const disabled = () => new AppError('GENERIC_COMMAND_ERROR', 400, 'SSH Tunneling is not enabled')

const refused = (field: string, message: string) =>
  new AppError('GENERIC_COMMAND_ERROR', 422, message, { fields: { ssh_tunnel: { [field]: [message] } } })

/**
 * The tunnel of a form. A mask stands for a stored secret only if server and user are the same.
 * @throws AppError 400 if the installation has no tunnels, 422 without a secret
 */
export function tunnelOf(form: SshTunnelForm, stored: SshTunnel | undefined): SshTunnel {
  if (!featureFlags['SSH_TUNNELING']) throw disabled()
  const { server_address: host, server_port: port, username } = form
  const isSame = stored?.host === host && stored.port === port && stored.username === username
  const known = isSame ? stored : undefined
  const secretOf = (field: 'password' | 'private_key' | 'private_key_password', before: string | undefined) => {
    const sent = form[field]
    if (sent !== passwordMask) return sent || undefined
    if (before === undefined) throw refused(field, 'The secret is masked, but the server or user differs. Please enter it.')
    return before
  }
  const password = secretOf('password', known?.password)
  const privateKey = secretOf('private_key', known?.privateKey)
  const privateKeyPassword = secretOf('private_key_password', known?.privateKeyPassword)
  if (password === undefined && privateKey === undefined) throw refused('password', 'Must provide credentials for the SSH Tunnel')
  return {
    host,
    port,
    username,
    ...(password === undefined ? {} : { password }),
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(privateKeyPassword === undefined ? {} : { privateKeyPassword }),
  }
}

const mask = (secret: string | undefined) => (secret === undefined ? null : passwordMask)

export const shownTunnel = (id: number, tunnel: SshTunnel): SshTunnelAnswer => ({
  id,
  server_address: tunnel.host,
  server_port: tunnel.port,
  username: tunnel.username,
  password: mask(tunnel.password),
  private_key: mask(tunnel.privateKey),
  private_key_password: mask(tunnel.privateKeyPassword),
})

/** A tunnel as it was sent, with masks in place of its secrets. */
export const maskedForm = (form: SshTunnelForm): SshTunnelForm => ({
  ...form,
  ...(form.password ? { password: passwordMask } : {}),
  ...(form.private_key ? { private_key: passwordMask } : {}),
  ...(form.private_key_password ? { private_key_password: passwordMask } : {}),
})
