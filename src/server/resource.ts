import type { FastifyInstance } from 'fastify'
import type { Services } from './services.ts'

/**
 * What a folder of `resources/` exports: it adds its routes to the app. Every route names its policy in
 * `config.requires` (`can_read:Chart`, `signed_in`, `public`); the app refuses to start with a route that has none.
 */
export type Resource = (app: FastifyInstance, services: Services) => void
