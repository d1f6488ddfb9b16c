import java.io.FileInputStream;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The same errand with java.net.http, which is told proxy, credentials and authority. Prints one JSON line. */
public class Errand {
    private static HttpClient client;

    public static void main(String[] args) throws Exception {
        HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        String proxy = System.getenv("HTTPS_PROXY");
        if (proxy != null) through(builder, URI.create(proxy));
        client = builder.build();
        String hello = ask("/hello", HttpRequest.BodyPublishers.noBody(), "GET").body();
        byte[] body = new byte[1_000_000];
        Arrays.fill(body, (byte) 'z');
        String echo = ask("/echo", HttpRequest.BodyPublishers.ofByteArray(body), "POST").body();
        HttpResponse<String> blocked = ask("/blocked", HttpRequest.BodyPublishers.noBody(), "GET");
        String reason = blocked.body().replace("\\", "\\\\").replace("\"", "\\\"");
        System.out.printf("{\"hello\":\"%s\",\"echo\":%d,\"blocked\":%d,\"reason\":\"%s\"}%n",
            hello, echo.length(), blocked.statusCode(), reason);
    }

    private static HttpResponse<String> ask(String path, HttpRequest.BodyPublisher body, String method)
            throws Exception {
        HttpRequest.Builder request =
            HttpRequest.newBuilder(URI.create(System.getenv("BASE") + path)).method(method, body);
        String token = System.getenv("TOKEN");
        if (token != null) request.header("X-Agent-Token", token);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static void through(HttpClient.Builder builder, URI proxy) throws Exception {
        String[] account = proxy.getUserInfo().split(":");
        builder.proxy(ProxySelector.of(new InetSocketAddress(proxy.getHost(), proxy.getPort())));
        builder.authenticator(new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication(account[0], account[1].toCharArray());
            }
        });
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null);
        try (FileInputStream pem = new FileInputStream(System.getenv("SSL_CERT_FILE"))) {
            store.setCertificateEntry("gateway", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        builder.sslContext(context);
    }
}
