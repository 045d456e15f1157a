import type { App } from '../resource.ts'
import type { Services } from '../services.ts'

/**
 * Logs once per start that a request has an X-Forwarded-For header that is not trusted: behind a proxy that the
 * settings do not name, all visitors count as one address.
 */
export function installProxyWarning(app: App, { log }: Pick<Services, 'log'>): void {
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    // `request.ips` has the address of the peer and, if the peer is trusted, the addresses that it reports
    if (!isSaid && request.headers['x-forwarded-for'] && (request.ips?.length ?? 1) < 2) {
      isSaid = true
      const peer = request.socket.remoteAddress ?? request.ip
      log.warn(
        `A request from ${peer} has X-Forwarded-For, which is ignored. If ${peer} is your proxy, add it to ` +
          'SEXTANT_TRUST_PROXY: until then all its visitors count as one, and failed sign-ins of some lock out all.',
      )
    }
    done()
  })
}
