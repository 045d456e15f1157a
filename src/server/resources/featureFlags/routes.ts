import { type FeatureFlag, FeatureFlagsAnswer, FeatureFlagsForm } from '../../../model/people/featureFlags.ts'
import { audit } from '../../access/audit.ts'
import { forbidden, unprocessable } from '../../entities/owners.ts'
import type { Resource } from '../../resource.ts'

const path = '/api/v1/security/feature_flags/'
const view = 'FeatureFlag'

const routes: Resource = (app, { db, flags, now }) => {
  app.get(path, { config: { requires: `can_read:${view}`, answer: FeatureFlagsAnswer } }, async () => ({
    result: flags.shown(),
  }))

  app.put(
    path,
    { config: { requires: `can_write:${view}`, answer: FeatureFlagsAnswer }, schema: { body: FeatureFlagsForm } },
    async ({ subject, ip, body }) => {
      // a flag changes the product for everybody
      if (!subject.isAdmin) throw forbidden()
      const known = new Map(flags.shown().map((flag) => [flag.name, flag]))
      const refused = Object.keys(body.flags).flatMap((name) => {
        const reason = refusal(known.get(name))
        return reason === undefined ? [] : [[name, [reason]] as const]
      })
      if (refused.length > 0) throw unprocessable(Object.fromEntries(refused))
      await db.transaction().execute(async (trx) => {
        await flags.store(trx, body.flags)
        await audit(trx, { action: 'feature_flags_update', subject, address: ip, details: body.flags }, now())
      })
      await flags.load(db)
      return { result: flags.shown() }
    },
  )
}

function refusal(flag: FeatureFlag | undefined): string | undefined {
  if (!flag) return 'There is no such flag.'
  if (flag.about === '') return 'This flag cannot be changed.'
  return flag.is_fixed ? 'The flag is set by SEXTANT_FLAGS.' : undefined
}

/** `/api/v1/security/feature_flags/`: which features this server has, and switching them. */
export const featureFlagRoutes: Resource = Object.assign(routes, {
  permissions: [
    { view, names: 'can_read can_write', roles: [] },
    { view: 'Feature Flags', names: 'menu_access', roles: [] },
  ],
  menu: {
    under: 'Security',
    name: 'Feature Flags',
    label: 'Feature Flags',
    icon: 'fa-flag',
    url: '/feature_flags/',
  },
})
