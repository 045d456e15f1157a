/** A thread that requests the health URLs of a server until it is stopped, and measures the times in milliseconds. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const PATHS = ['/health', '/health/ready']
const EVERY_MS = 50

const agent = new Agent({ keepAlive: true })
const times: number[] = []
let isOver = false

/** A status other than 200 is as bad as no response. */
function look(address: string): Promise<number> {
  const started = performance.now()
  return new Promise((done) => {
    request(address, { agent }, (answer) => {
      answer.resume()
      answer.on('end', () => done(answer.statusCode === 200 ? performance.now() - started : Infinity))
    })
      .on('error', () => done(Infinity))
      .end()
  })
}

parentPort?.once('message', () => {
  isOver = true
})
for (let at = 0; !isOver; at += 1) {
  times.push(await look(`${workerData.address}${PATHS[at % PATHS.length]}`))
  await pause(EVERY_MS)
}
agent.destroy()
parentPort?.postMessage(times)
