import { z } from 'zod'
import { ids } from '../wire/fields.ts'

/** A role that can read the data of an object, and the grant that allows it. */
const AccessRole = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** `own`: a grant on this object; otherwise the grant is on something larger that contains this object. */
  by: z.enum(['own', 'schema', 'database', 'all']),
})
export type AccessRole = z.infer<typeof AccessRole>

/** `GET` and `PUT /api/v1/security/data_access/{dataset|database}/{id}`; for a schema with `?schema=` */
export const DataAccessAnswer = z.strictObject({
  result: z.strictObject({
    roles: z.array(AccessRole),
    /** Roles without a grant on this object. */
    others: z.array(z.strictObject({ id: z.int(), name: z.string() })),
  }),
})
export type DataAccess = z.infer<typeof DataAccessAnswer>['result']

/** The roles with a grant on this object; replaces the stored ones. */
export const DataAccessForm = z.strictObject({ roles: ids })
