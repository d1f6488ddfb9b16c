//! The same errand with reqwest, which takes the proxy from the environment. Prints one JSON line.
use reqwest::blocking::Client;
use reqwest::{Certificate, Method};
use std::{env, error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = Client::builder();
    if let Ok(file) = env::var("SSL_CERT_FILE") {
        builder = builder.add_root_certificate(Certificate::from_pem(&fs::read(file)?)?);
    }
    let client = builder.build()?;
    let base = env::var("BASE")?;
    let ask = |method: Method, path: &str, body: Vec<u8>| -> Result<(u16, String), Box<dyn Error>> {
        let mut request = client.request(method, format!("{base}{path}")).body(body);
        if let Ok(token) = env::var("TOKEN") {
            request = request.header("x-agent-token", token);
        }
        let answer = request.send()?;
        Ok((answer.status().as_u16(), answer.text()?))
    };
    let (_, hello) = ask(Method::GET, "/hello", Vec::new())?;
    let (_, echo) = ask(Method::POST, "/echo", vec![b'z'; 1_000_000])?;
    let (blocked, reason) = ask(Method::GET, "/blocked", Vec::new())?;
    println!("{}", serde_json::json!({ "hello": hello, "echo": echo.len(), "blocked": blocked, "reason": reason }));
    Ok(())
}
