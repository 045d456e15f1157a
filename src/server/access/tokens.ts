import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { TokenError } from '../errors.ts'

export type TokenType = 'access' | 'refresh'

const lifeS: Record<TokenType, number> = { access: 900, refresh: 2_592_000 }
const audience = 'sextant'

/** A signed token for a user (HS256; with type, audience and expiry). `fresh`: created from a password. */
export async function issueToken(
  key: Buffer,
  userId: number,
  type: TokenType,
  fresh: boolean,
  now: number,
): Promise<string> {
  const { SignJWT } = await import('jose')
  const seconds = Math.floor(now / 1000)
  return new SignJWT({ fresh, type })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(userId))
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + lifeS[type])
    .setJti(randomUUID())
    .sign(key)
}

/** The token of an Authorization header, or undefined without one. Throws TokenError for another scheme. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [scheme, ...rest] = header.trim().split(/\s+/)
  if (scheme !== 'Bearer') {
    throw new TokenError(401, "Missing 'Bearer' type in 'Authorization' header. Expected 'Authorization: Bearer <JWT>'")
  }
  if (rest.length !== 1) {
    throw new TokenError(422, "Bad Authorization header. Expected 'Authorization: Bearer <JWT>'")
  }
  return rest[0]
}

interface Verified {
  userId: number
  issuedOn: number
  type: TokenType
  expiresOn: number
}

/** Tokens with a verified signature, by key. Verification costs more than the rest of a small request. */
const verified = new WeakMap<Buffer, LRUCache<string, Verified>>()
const REMEMBERED_TOKENS = 1000

function rememberedBy(key: Buffer): LRUCache<string, Verified> {
  const known = verified.get(key) ?? new LRUCache<string, Verified>({ max: REMEMBERED_TOKENS })
  verified.set(key, known)
  return known
}

/** The user of a token, and when it was issued. Throws TokenError with the words of the contract. */
export async function verifyToken(
  key: Buffer,
  token: string,
  type: TokenType,
  now: number,
): Promise<{ userId: number; issuedOn: number }> {
  const known = rememberedBy(key).get(token)
  if (known && known.type === type && known.issuedOn <= now && now < known.expiresOn) return known
  const { errors, jwtVerify } = await import('jose')
  if (token.split('.').length !== 3) throw new TokenError(422, 'Not enough segments')
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience,
      currentDate: new Date(now),
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    if (payload['type'] !== type) {
      throw new TokenError(
        422,
        type === 'refresh' ? 'Only refresh tokens are allowed' : 'Only non-refresh tokens are allowed',
      )
    }
    const userId = Number(payload.sub)
    if (!Number.isSafeInteger(userId)) throw new TokenError(422, 'Invalid token')
    const issuedOn = (payload.iat ?? 0) * 1000
    rememberedBy(key).set(token, { userId, issuedOn, type, expiresOn: (payload.exp ?? 0) * 1000 })
    return { userId, issuedOn }
  } catch (error) {
    if (error instanceof TokenError) throw error
    if (error instanceof errors.JWTExpired) throw new TokenError(401, 'Token has expired')
    if (error instanceof errors.JWSSignatureVerificationFailed)
      throw new TokenError(422, 'Signature verification failed')
    throw new TokenError(422, 'Invalid token')
  }
}
