import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { seal, unseal } from '../entities/secrets.ts'
import type { Services } from '../services.ts'
import type { Db, Trx } from '../storage/schema.ts'
import { audit } from './audit.ts'
import { hashSecret } from './sessions.ts'
import { SignInThrottle } from './throttle.ts'
import { base32, stepOfCode } from './totp.ts'

const SECRET_BYTES = 20
const RECOVERY_CODES = 10

/** Whether sign-in with a password asks the user for a code. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_on', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** A new secret for the app of a user; sign-in does not ask for codes before the first one is confirmed. */
export async function beginSecondFactor(
  { db, keys, now }: Services,
  user: { id: number; username: string },
): Promise<{ secret: string; address: string }> {
  const secret = randomBytes(SECRET_BYTES)
  const sealed = seal(keys.for('secrets'), { secret: secret.toString('base64url') })
  await db.transaction().execute(async (trx) => {
    await removeSecondFactor(trx, user.id)
    await trx
      .insertInto('second_factors')
      .values({ user_id: user.id, secret: sealed, confirmed_on: null, created_on: now() })
      .execute()
  })
  const text = base32(secret)
  const label = encodeURIComponent(`Sextant:${user.username}`)
  return { secret: text, address: `otpauth://totp/${label}?secret=${text}&issuer=Sextant` }
}

/** Enables the codes with the first one; returns the recovery codes, or undefined if the code is wrong. */
export async function confirmSecondFactor(
  services: Services,
  userId: number,
  code: string,
): Promise<string[] | undefined> {
  const { db, now } = services
  const row = await db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_on', 'is', null)
    .executeTakeFirst()
  const step = row && stepOfCode(secretOf(services, row.secret), code, { now: now(), after: row.last_step })
  if (step === undefined) return undefined
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('second_factors')
      .set({ confirmed_on: now(), last_step: step })
      .where('user_id', '=', userId)
      .execute()
    await trx
      .insertInto('recovery_codes')
      .values(codes.map((each) => ({ user_id: userId, code_hash: hashSecret(withoutDashes(each)), used_on: null })))
      .execute()
  })
  return codes
}

/** Disables the codes. */
export async function removeSecondFactor(trx: Db | Trx, userId: number): Promise<void> {
  await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/**
 * Whether a code of the app, or an unused recovery code, is a valid second factor of a user. Each code is accepted
 * once. After repeated failures, from any address, responses are delayed, then 429 is thrown.
 */
export async function checkCode(
  services: Services,
  request: FastifyRequest,
  userId: number,
  code: string,
): Promise<boolean> {
  const { db, now, signIns } = services
  const key = SignInThrottle.key(`second factor of ${userId}`, '')
  const delay = await signIns.inTurn(key, async () => {
    signIns.check(key, now())
    const plain = withoutDashes(code)
    const fits = /^\d{6}$/.test(plain)
      ? await spendAppCode(services, userId, plain)
      : await spendRecovery(services, userId, plain)
    if (!fits) return signIns.failed(key, now())
    signIns.succeeded(key)
    return undefined
  })
  if (delay === undefined) return true
  const details = { reason: 'second factor' }
  await audit(db, { action: 'sign_in', userId, outcome: 'refused', address: request.ip, details }, now())
  await pause(delay)
  return false
}

async function spendAppCode(services: Services, userId: number, code: string): Promise<boolean> {
  const { db, now } = services
  const row = await db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_on', 'is not', null)
    .executeTakeFirst()
  const step = row && stepOfCode(secretOf(services, row.secret), code, { now: now(), after: row.last_step })
  if (step === undefined) return false
  // another node may accept the same code at the same time
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function spendRecovery({ db, now }: Services, userId: number, code: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_on: now() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashSecret(code))
    .where('used_on', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many recovery codes are left. */
export async function recoveryCodesLeft(db: Db, userId: number): Promise<number> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('used_on', 'is', null)
    .execute()
  return rows.length
}

/** 80 random bits: `ABCD-EFGH-IJKL-MNOP`. */
const newRecoveryCode = () => base32(randomBytes(10)).replaceAll(/(.{4})(?=.)/g, '$1-')

const withoutDashes = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()

const secretOf = ({ keys }: Services, sealed: string) =>
  Buffer.from(unseal(keys.for('secrets'), sealed)['secret'] ?? '', 'base64url')
