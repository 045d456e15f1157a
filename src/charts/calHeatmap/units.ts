export const domains = ['hour', 'day', 'week', 'month', 'year'] as const
export const subdomains = ['min', 'hour', 'day', 'week', 'month'] as const
export type Domain = (typeof domains)[number]
export type Subdomain = (typeof subdomains)[number]

export const grains: Record<Subdomain, string> = { min: 'PT1M', hour: 'PT1H', day: 'P1D', week: 'P1W', month: 'P1M' }
