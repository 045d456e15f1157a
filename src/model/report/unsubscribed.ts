import { z } from 'zod'

/** `GET /api/v1/report/{id}/unsubscribed`: addresses that have unsubscribed from an alert or report. */
export const UnsubscribedAnswer = z.strictObject({ result: z.array(z.string()) })

/** `POST /api/v1/report/{id}/subscribe` */
export const SubscribeAgain = z.strictObject({ address: z.string().min(1).max(254) })
