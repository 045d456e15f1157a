import type { SshTunnel } from '../../engine/contracts.ts'
import { passwordMask } from '../../model/database/connectionUri.ts'
import type { SshTunnelAnswer, SshTunnelForm } from '../../model/database/sshTunnelForm.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { Flags } from '../features.ts'

/** SSH tunnels of stored databases. A tunnel is stored as a whole among the secrets of its database. */

/** The name of the tunnel among the secrets. */
export const TUNNEL_SECRET = 'ssh_tunnel'

export const storedTunnel = (secrets: Record<string, string>): SshTunnel | undefined => {
  const text = secrets[TUNNEL_SECRET]
  // written by `tunnelOf` below
  return text === undefined ? undefined : (JSON.parse(text) as SshTunnel)
}

/** @throws AppError 400 if the installation has no tunnels */
export function requireTunnels(flags: Flags): void {
  if (!flags.isOn('SSH_TUNNELING')) throw new AppError('GENERIC_COMMAND_ERROR', 400, 'SSH Tunneling is not enabled')
}

/**
 * Whether secrets that are sent through one tunnel may be sent through the other: they have the same SSH server and
 * user.
 */
export const isSameServer = (a: SshTunnel | undefined, b: SshTunnel | undefined): boolean =>
  a?.host === b?.host && a?.port === b?.port && a?.username === b?.username

const MASKED = 'The secret is masked, but the server or user differs. Please enter it.'

const refused = (field: string, message: string) =>
  new AppError('GENERIC_COMMAND_ERROR', 422, message, { fields: { ssh_tunnel: { [field]: [message] } } })

/**
 * The tunnel of a form. A mask stands for a stored secret only if server and user are the same.
 * @throws AppError 400 if the installation has no tunnels, 422 without a secret
 */
export function tunnelOf(form: SshTunnelForm, stored: SshTunnel | undefined): SshTunnel {
  const { server_address: host, server_port: port, username } = form
  const known = stored && isSameServer(stored, { host, port, username }) ? stored : undefined
  const secretOf = (field: 'password' | 'private_key' | 'private_key_password', before: string | undefined) => {
    const sent = form[field]
    if (sent !== passwordMask) return sent || undefined
    if (before === undefined) throw refused(field, MASKED)
    return before
  }
  const password = secretOf('password', known?.password)
  const privateKey = secretOf('private_key', known?.privateKey)
  const privateKeyPassword = secretOf('private_key_password', known?.privateKeyPassword)
  if (password === undefined && privateKey === undefined)
    throw refused('password', 'Must provide credentials for the SSH Tunnel')
  // a user who enters a secret again accepts the current key of the server
  const isAsBefore = password === known?.password && privateKey === known?.privateKey
  return {
    host,
    port,
    username,
    ...(password === undefined ? {} : { password }),
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(privateKeyPassword === undefined ? {} : { privateKeyPassword }),
    ...(isAsBefore && isMasked(form) && known?.hostKey ? { hostKey: known.hostKey } : {}),
  }
}

const isMasked = ({ password, private_key: key }: SshTunnelForm) => password === passwordMask || key === passwordMask

/** Secrets with the key of the SSH server that was reached with them; another key will be refused. */
export function withHostKey(secrets: Record<string, string>, hostKey: string | null): Record<string, string> {
  const tunnel = storedTunnel(secrets)
  return tunnel && hostKey !== null ? { ...secrets, [TUNNEL_SECRET]: JSON.stringify({ ...tunnel, hostKey }) } : secrets
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

/** A tunnel in an export: only the secrets that it has, masked. */
export const exportedTunnel = (tunnel: SshTunnel): Record<string, unknown> => {
  const { id: _id, ...fields } = shownTunnel(0, tunnel)
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** A tunnel as it was sent, with masks in place of its secrets. */
export const maskedForm = (form: SshTunnelForm): SshTunnelForm => ({
  ...form,
  ...(form.password ? { password: passwordMask } : {}),
  ...(form.private_key ? { private_key: passwordMask } : {}),
  ...(form.private_key_password ? { private_key_password: passwordMask } : {}),
})
