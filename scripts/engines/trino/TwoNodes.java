import io.trino.plugin.memory.MemoryPlugin;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.TestingSession;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * A Trino for tests: a coordinator that listens on the port given, and one worker, both in this process. Its
 * catalog is memory: writable, empty at first, lost at the end.
 */
public final class TwoNodes {
    public static void main(String[] arguments) throws Exception {
        DistributedQueryRunner nodes = DistributedQueryRunner
                .builder(TestingSession.testSessionBuilder().setCatalog("memory").setSchema("default").build())
                .setNodeCount(2)
                .setCoordinatorProperties(Map.of(
                        "http-server.http.port", arguments[0],
                        "query.max-length", "20000000"))
                .build();
        nodes.installPlugin(new MemoryPlugin());
        nodes.createCatalog("memory", "memory", Map.of("memory.max-data-per-node", "512MB"));
        System.out.println("ready on " + nodes.getCoordinator().getBaseUrl());
        new CountDownLatch(1).await();
    }
}
