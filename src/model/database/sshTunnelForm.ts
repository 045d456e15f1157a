import { z } from 'zod'
import { text } from '../wire/fields.ts'

const LARGEST_PORT = 65_535
const secret = z.string().max(100_000).nullish()

/** The SSH tunnel of a database in requests. A masked secret means the stored one. */
export const SshTunnelForm = z.object({
  id: z.int().nullish(),
  server_address: text(1, 250),
  server_port: z.int().min(1).max(LARGEST_PORT),
  username: text(1, 250),
  password: secret,
  private_key: secret,
  private_key_password: secret,
})
export type SshTunnelForm = z.infer<typeof SshTunnelForm>

/** A tunnel in responses: its secrets are masked, absent ones are null. */
export const SshTunnelAnswer = z.strictObject({
  id: z.int(),
  server_address: z.string(),
  server_port: z.int(),
  username: z.string(),
  password: z.string().nullable(),
  private_key: z.string().nullable(),
  private_key_password: z.string().nullable(),
})
export type SshTunnelAnswer = z.infer<typeof SshTunnelAnswer>
